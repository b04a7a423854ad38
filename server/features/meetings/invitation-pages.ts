// The page of an invitation, `/m/{code}`: what the meeting is, and the sign-up of the person invited.
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '../../../contract/articles/nodes.ts'
import { dayOf } from '../../../contract/days.ts'
import { fullMeetingName } from '../../../contract/meetings/meeting-labels.ts'
import { signUpFieldLabels, signUpStateLabels } from '../../../contract/meetings/sign-up-labels.ts'
import { COMPANIONS_MAX } from '../../../contract/meetings/sign-ups.ts'
import type { Core } from '../../core/core.ts'
import { perMinute } from '../../core/http/per-minute.ts'
import {
  limited,
  MISSES_PER_MINUTE,
  noticePage,
  pageFile,
  publicPage,
  sendPublicPage,
  sendTooMany,
  servePageFile,
} from '../../core/http/public-pages.ts'
import { isCode } from '../sharing/sharing.rules.ts'
import { markOpened, type OpenInvitation, openInvitation } from './invitations.queries.ts'
import { type MeetingSeats, seatsOf } from './sign-ups.queries.ts'
import { closedBecause } from './sign-ups.rules.ts'

/** From one address. */
const PAGES_PER_MINUTE = 120

const script = pageFile(
  '/m/-/page.js',
  'text/javascript; charset=utf-8',
  join(import.meta.dirname, 'page/invitation-page.js'),
)

const said = (state: NonNullable<OpenInvitation['state']>, ticket: string): string =>
  state === 'waiting'
    ? '名额已满，您已列入候补；有名额空出时会通知您。'
    : state === 'applied'
      ? '已提交报名，等待会务确认。'
      : `报名状态：${signUpStateLabels[state]}。票号 ${ticket}，签到时请出示。`

const form = (code: string, { signUpFields }: MeetingSeats) => `<form id="sign-up" novalidate data-code="${code}">
<label>随行人数<input name="companions" type="number" min="0" max="${COMPANIONS_MAX}" value="0" inputmode="numeric"></label>
<label>邮箱（接收确认通知，选填）<input name="email" type="email" maxlength="128" autocomplete="email"></label>
${signUpFields
  .map((key) => `<label>${signUpFieldLabels[key]}（选填）<input name="extra.${key}" maxlength="200"></label>`)
  .join('\n')}
<label>发票抬头（选填）<input name="invoiceTitle" maxlength="100" autocomplete="organization"></label>
<label>税号（选填）<input name="invoiceTax" maxlength="20" autocapitalize="characters"></label>
<p id="failure" class="failure" role="alert"></p>
<button type="submit" id="send">确认报名</button>
</form>
<p id="done" class="done" role="status" tabindex="-1" hidden></p>
<noscript><p class="failure">报名需要启用浏览器的 JavaScript。</p></noscript>`

function pageOf(meeting: MeetingSeats, invited: OpenInvitation, code: string): string {
  const title = fullMeetingName(meeting)
  const days = meeting.startsOn === meeting.endsOn ? meeting.startsOn : `${meeting.startsOn} 至 ${meeting.endsOn}`
  const facts = [days, meeting.city, meeting.venue].filter((text) => text !== '')
  const { state, ticket } = invited
  const closed = closedBecause(meeting, dayOf(Date.now()))
  const isIn = state !== null && state !== 'cancelled'
  const answer = isIn ? said(state, ticket ?? '') : closed
  return publicPage(
    'zh-CN',
    `<title>${escapeHtml(`邀请函：${title}`)}</title>\n<script src="${script.address}" defer></script>`,
    `<main>
<article>
<h1>${escapeHtml(title)}</h1>
<p class="facts">${facts.map((text) => `<span>${escapeHtml(text)}</span>`).join('')}</p>
<div class="text">
<p>${escapeHtml(invited.company)} ${escapeHtml(invited.name)}：</p>
<p>诚邀您参加本次活动。邀请人：${escapeHtml(invited.inviterName)}。本邀请函仅供您本人报名。</p>
</div>
</article>
<section class="apply" aria-labelledby="apply-title">
<h2 id="apply-title">${isIn ? '您的报名' : '报名'}</h2>
${answer === null ? form(code, meeting) : `<p class="done">${escapeHtml(answer)}</p>`}
</section>
</main>`,
  )
}

export function serveInvitationPages(app: FastifyInstance, { db }: Core): void {
  const misses = perMinute(MISSES_PER_MINUTE)
  app.register((pages, _options, done) => {
    servePageFile(pages, script)
    pages.get<{ Params: { code: string } }>(
      '/m/:code',
      { ...limited(PAGES_PER_MINUTE), schema: { hide: true } },
      async (request, reply) => {
        const { code } = request.params
        if (misses.isFull(request.ip)) return sendTooMany(reply)
        const invited = isCode(code) ? await openInvitation(db, code) : undefined
        if (!invited) {
          misses.admits(request.ip, code)
          return sendPublicPage(reply, 404, noticePage('邀请函不存在', '请检查链接是否完整，或联系邀请人。'))
        }
        const meeting = await seatsOf(db, invited.meetingId)
        if (request.method === 'GET' && invited.openedAt === null) await markOpened(db, invited.id)
        return sendPublicPage(reply, 200, pageOf(meeting, invited, code))
      },
    )
    done()
  })
}
