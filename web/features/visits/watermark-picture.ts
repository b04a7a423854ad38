// Pictures of a report, made smaller and marked with place, time and person in the browser, before they are sent.
import { formatMoment } from '#web/lib/format.ts'
import { serverNow } from '#web/lib/server-time.ts'
import { type Shrinking, uploadShrunk } from '#web/lib/shrunk-picture.ts'
import type { Upload } from '#web/lib/upload.ts'

/** Longest side, px. */
const SIDE_MAX = 1_600
/** Height of the text as a part of the longer side, and its smallest, px. */
const TEXT_PART = 40
const TEXT_MIN = 12

const markOf =
  (text: string): Shrinking['mark'] =>
  (context, width, height) => {
    const size = Math.max(TEXT_MIN, Math.round(Math.max(width, height) / TEXT_PART))
    context.font = `${size}px sans-serif`
    context.textBaseline = 'bottom'
    context.fillStyle = 'rgb(0 0 0 / 45%)'
    context.fillRect(0, height - size * 2, width, size * 2)
    context.fillStyle = '#fff'
    context.fillText(text, size / 2, height - size / 2, width - size)
  }

/** Uploads of one report. */
export const uploadMarked =
  (enterpriseName: string, visitorName: string): Upload =>
  (file, options) => {
    const mark = markOf(`${enterpriseName} ${formatMoment(serverNow())} ${visitorName}`)
    return uploadShrunk({ side: SIDE_MAX, ...(mark && { mark }) })(file, options)
  }

/** Of the enterprise's own, without a mark. */
export const uploadSmall = uploadShrunk({ side: SIDE_MAX })
