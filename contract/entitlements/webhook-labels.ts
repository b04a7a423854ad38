// Facts of webhooks that the browser shows and the server keeps to.

/** How long the secret before the last renewal stays valid, h. */
export const OLD_SECRET_H = 24
/** How long an address fails before those who run the integration are told, min. */
export const FAILING_MIN = 60
/** How long deliveries are kept, days. */
export const DELIVERY_DAYS = 30
/** Characters kept of an answer. */
export const ANSWER_CHARS = 500
