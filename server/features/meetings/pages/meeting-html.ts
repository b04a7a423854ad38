// What a meeting's public pages say of it, as HTML.
import { htmlOf } from '#contract/articles/body.ts'
import { type BodyNode, escapeHtml } from '#contract/articles/nodes.ts'
import type { AgendaRow } from '#contract/meetings/agenda.ts'
import { fullMeetingName } from '#contract/meetings/meeting-labels.ts'
import { meetingPath } from '#contract/meetings/sign-up-codes.ts'
import { showPublicText } from '#server/core/files/rich-text.ts'
import { picturesIn } from '#server/features/sharing/sharing.rules.ts'
import type { PublicMeeting } from './meeting-page.queries.ts'

export type ShownMeeting = PublicMeeting & {
  /** Files that the page has room for (`picturesWithin`). */
  pictures: ReadonlySet<string>
}

/** A page weighs 120 kB at most (meetings-visits-sharing.md); text, style, script and captcha have the rest. */
const PICTURES_MAX = 80_000

const pictureOf = ({ type, attrs }: BodyNode): string | null =>
  type === 'picture' && typeof attrs?.fileId === 'string' ? attrs.fileId : null

/** The cover first, then those of the text. */
export const picturesOf = ({ coverId, body }: Pick<PublicMeeting, 'coverId' | 'body'>): string[] => [
  ...(coverId === null ? [] : [coverId]),
  ...picturesIn(body),
]

/** Those that the page has room for, in its order. */
export function picturesWithin(files: readonly { id: string; size: number }[]): Set<string> {
  let left = PICTURES_MAX
  return new Set(
    files.flatMap(({ id, size }) => {
      if (size > left) return []
      left -= size
      return [id]
    }),
  )
}

const keepPictures = (node: BodyNode, kept: ReadonlySet<string>): BodyNode =>
  node.content === undefined
    ? node
    : {
        ...node,
        content: node.content.flatMap((child) => {
          const picture = pictureOf(child)
          return picture !== null && !kept.has(picture) ? [] : [keepPictures(child, kept)]
        }),
      }

export const daysText = ({ startsOn, endsOn }: { startsOn: string; endsOn: string }) =>
  startsOn === endsOn ? startsOn : `${startsOn} 至 ${endsOn}`

const session = ({ day, from, to, hall, title, speaker, company }: AgendaRow) => {
  const by = [hall, speaker, company].filter((text) => text !== '').join(' · ')
  return `<li><span class="hint">${day} ${from}–${to}</span><br>${escapeHtml(title)}${by === '' ? '' : `<br><span class="hint">${escapeHtml(by)}</span>`}</li>`
}

function detailsOf({ organisers, contacts, agenda }: ShownMeeting): string {
  const asked = contacts.map(({ name, mobile, email }) =>
    escapeHtml([name, mobile, email].filter((text) => text !== '').join(' ')),
  )
  return [
    agenda.length === 0 ? '' : `<h2>议程</h2>\n<ul class="agenda">${agenda.map(session).join('')}</ul>`,
    organisers === '' ? '' : `<h2>主办单位</h2>\n<p>${escapeHtml(organisers)}</p>`,
    asked.length === 0 ? '' : `<h2>联系人</h2>\n<p>${asked.join('<br>')}</p>`,
  ]
    .filter((html) => html !== '')
    .join('\n')
}

const cancelledHtml = ({ state, cancelReason }: ShownMeeting) =>
  state === 'cancelled'
    ? `<p class="failure" role="status">会议已取消，不再举行。${escapeHtml(cancelReason)}</p>\n`
    : ''

/** @param lead what stands before the meeting's own text, as HTML */
export function articleOf(meeting: ShownMeeting, code: string, lead = ''): string {
  const { city, venue, fee, firstTime, coverId, body, pictures } = meeting
  const facts = [
    daysText(meeting),
    firstTime === null ? '' : `${firstTime} 开始`,
    city,
    venue,
    Number(fee ?? 0) > 0 ? `参会费 ${fee} 元` : '',
  ].filter((text) => text !== '')
  const linkOf = (id: string) => `${meetingPath(code)}/f/${id}`
  const cover =
    coverId !== null && pictures.has(coverId) ? `<p><img src="${linkOf(coverId)}" alt="会议封面"></p>\n` : ''
  return `<article>
<h1>${escapeHtml(fullMeetingName(meeting))}</h1>
${cancelledHtml(meeting)}<p class="facts">${facts.map((text) => `<span>${escapeHtml(text)}</span>`).join('')}</p>
<div class="text">
${cover}${lead}${showPublicText(htmlOf(keepPictures(body, pictures)), linkOf)}
</div>
${detailsOf(meeting)}
</article>`
}
