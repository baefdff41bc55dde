import type { AmfObject } from './amf0.ts';
import type { FourCcs } from './decoders.ts';

/** Flags of a codec and of the connection (Enhanced RTMP 2, "Enhancing NetConnection connect"). */
const canDecode = 1;
const canForward = 4;
const readsModifiers = 4;
const questions = ['fourCcList', 'videoFourCcInfoMap', 'audioFourCcInfoMap', 'capsEx'];

/** What is told an encoder that asks in its `connect` what may be sent; others are told nothing. */
export function capabilityAnswer(asked: AmfObject, offered: FourCcs): AmfObject {
  if (!questions.some((name) => name in asked)) return {};
  const flags = (names: string[]) =>
    Object.fromEntries(
      names.map((name) => [
        name,
        offered.passed.includes(name) ? canDecode | canForward : canDecode,
      ]),
    );
  return {
    fourCcList: [...offered.video, ...offered.audio],
    videoFourCcInfoMap: flags(offered.video),
    audioFourCcInfoMap: flags(offered.audio),
    capsEx: readsModifiers,
  };
}
