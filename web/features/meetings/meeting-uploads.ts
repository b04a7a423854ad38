// Pictures of meetings, made smaller before they are sent.
import { uploadShrunk } from '#web/lib/shrunk-picture.ts'

/** On the public page, which has 80 kB for all of its pictures: one on a phone's screen. */
export const uploadCover = uploadShrunk({ side: 1_080, bytes: 60_000 })
/** Of the carousel and the pictures, which sites show in full. */
export const uploadPicture = uploadShrunk({ side: 1_920 })
