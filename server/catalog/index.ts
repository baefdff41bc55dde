/** The door of `catalog`: what other areas may ask. */
export {
  DraftDeleted,
  ProductChanged,
  ProductPublished,
  ProductWithdrawn,
  SeatFreed,
  SessionCancelled,
} from './announcements.ts';
export { productCardsByIds } from './cards.queries.ts';
export { type CatalogueFilter, findFeaturedCard, listCatalogue } from './catalogue.queries.ts';
export { isBundle, isGiveable, isSent } from './kinds.rules.ts';
export { type LiveNow, setLiveNow } from './live-now.ts';
export { hiddenOfRow, setOpener } from './openings.queries.ts';
export { asInvited } from './openings.rules.ts';
export { priceNow } from './prices.rules.ts';
export { nextSession, shownSession } from './product-page.queries.ts';
export {
  findProduct,
  findProductById,
  findRoom,
  listParts,
} from './products.queries.ts';
export {
  isPublic,
  isWorthwhile,
  mayEdit,
  type Product,
  type ProductSession,
  playsAnyTime,
  saleIsOpen,
  saleState,
  seatsLeft,
  sessionIsOpen,
} from './products.rules.ts';
export { renewProduct } from './products.store.ts';
export { addRoom, countOpenRooms, findRoomMade, renameRoom, shutRoom } from './rooms.store.ts';
export { freeSeat, holdSeat } from './seats.store.ts';
export { isPlaying, isToGive, sessionEnd, sessionJson } from './session-json.queries.ts';
export { demandSession } from './sessions.store.ts';
export { playsByClock } from './source.rules.ts';
export {
  demandUnplayed,
  letGoOfAsset,
  refreshProductsOf,
  refreshReplaysOf,
} from './source-of-product.ts';
export { goesOnAir } from './sources.queries.ts';
