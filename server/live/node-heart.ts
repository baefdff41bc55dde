import { db } from '#server/platform/database/index.ts';
import { forgetBy } from '#server/platform/remembered.ts';
import { Heart } from './node-heart.rules.ts';
import { deadAfterSeconds, writeNode } from './nodes.store.ts';
import { thisNode } from './this-node.ts';

const startHeart = () => new Heart(deadAfterSeconds * 1000);
let heart = startHeart();
forgetBy(() => {
  heart = startHeart();
});

/** Says that this node is alive; every five seconds. */
export async function beat(): Promise<void> {
  await writeNode(db(), thisNode());
  heart.beat(performance.now());
}

/** May this node take what others held that are not heard of? */
export const mayInherit = (): boolean => heart.mayInherit(performance.now());
