// The page of a guest's ticket, `/t/{code}`: how the sign-up stands, each head's QR code, accepting and giving up a seat.
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import encodeQR from 'qr'
import { escapeHtml } from '#contract/articles/nodes.ts'
import { dayOf, minuteOf } from '#contract/days.ts'
import { fullMeetingName } from '#contract/meetings/meeting-labels.ts'
import { TICKET_CODE_PATTERN } from '#contract/meetings/sign-up-codes.ts'
import { type SignUpState, signUpStateLabels } from '#contract/meetings/sign-up-labels.ts'
import type { Core } from '#server/core/core.ts'
import { perMinute } from '#server/core/http/per-minute.ts'
import {
  limited,
  MISSES_PER_MINUTE,
  noticePage,
  pageFile,
  publicPage,
  sendPublicPage,
  sendTooMany,
  servePageFile,
} from '#server/core/http/public-pages.ts'
import { type MeetingSeats, peopleOfSignUp, seatsOf } from '../sign-ups/seats.queries.ts'
import { isLive, isOver } from '../sign-ups/sign-ups.rules.ts'
import { daysText } from './meeting-html.ts'
import { ticketOf } from './tickets.queries.ts'

/** From one address. */
const PAGES_PER_MINUTE = 120

const script = pageFile('/t/-/page.js', 'text/javascript; charset=utf-8', join(import.meta.dirname, 'ticket-page.js'))
const isTicket = new RegExp(TICKET_CODE_PATTERN)

type Ticket = NonNullable<Awaited<ReturnType<typeof ticketOf>>>
type Heads = Awaited<ReturnType<typeof peopleOfSignUp>>

const said: Record<SignUpState, (ticket: Ticket) => string> = {
  applied: () => '已提交报名，等待会务确认。',
  confirmed: () => '签到时请出示二维码，每人一个。',
  waiting: () => '名额已满，您已列入候补；有名额空出时会通知您。',
  offered: ({ offeredUntil }) =>
    `已为您保留名额，请在 ${minuteOf(offeredUntil ?? '')} 前接受，逾期名额将转给下一位候补来宾。`,
  refused: ({ reason }) => reason,
  lapsed: () => '名额保留已到期，并已转给下一位候补来宾。如仍想参加，请重新报名。',
  cancelled: ({ reason }) => reason,
  came: () => '您已签到。',
}

/** Readable by a scanner in either theme: the picture has a light ground of its own. */
const headHtml = ({ name, code }: Heads[number]) =>
  `<li><figure class="code">${encodeQR(code, 'svg', { border: 2 }).replace(
    '<svg ',
    `<svg role="img" aria-label="${escapeHtml(name)}的二维码" `,
  )}<figcaption>${escapeHtml(name)}</figcaption></figure></li>`

const actsOf = (code: string, { state }: Ticket) => `<div class="acts" id="ticket" data-code="${code}">
${state === 'offered' ? '<button type="button" data-act="accept">接受名额</button>' : ''}
<button type="button" class="second" data-act="cancel" data-ask="再按一次确认${state === 'offered' ? '放弃' : '取消'}">${state === 'offered' ? '放弃名额' : '取消报名'}</button>
<p id="failure" class="failure" role="alert"></p>
<noscript><p class="failure">接受或取消需要启用浏览器的 JavaScript。</p></noscript>
</div>`

function pageOf(meeting: MeetingSeats, ticket: Ticket, people: Heads, code: string): string {
  const title = fullMeetingName(meeting)
  const time = meeting.firstTime === null ? '' : `${meeting.firstTime} 开始`
  const facts = [daysText(meeting), time, meeting.city, meeting.venue].filter((text) => text !== '')
  const { state } = ticket
  const isCancelled = meeting.state === 'cancelled'
  const hasSeat = !isCancelled && (state === 'confirmed' || state === 'came')
  const isAhead = !isCancelled && !isOver(meeting, dayOf(Date.now()))
  const isOpen = isLive(ticket) && state !== 'came'
  const words = isCancelled ? meeting.cancelReason : isOpen && !isAhead ? '会议已结束。' : said[state](ticket)
  return publicPage(
    'zh-CN',
    `<title>${escapeHtml(`报名：${title}`)}</title>\n<script src="${script.address}" defer></script>`,
    `<main>
<article>
<h1>${escapeHtml(title)}</h1>
<p class="facts">${facts.map((text) => `<span>${escapeHtml(text)}</span>`).join('')}</p>
<p>${escapeHtml(ticket.company)} ${escapeHtml(ticket.name)}，共 ${people.length} 人</p>
</article>
<section class="apply" aria-labelledby="state-title">
<h2 id="state-title">${isCancelled ? '会议已取消' : signUpStateLabels[state]}</h2>
<p>${escapeHtml(words)}</p>
${hasSeat ? `<ul class="codes">${people.map(headHtml).join('')}</ul>` : ''}
${isAhead && isOpen ? actsOf(code, ticket) : ''}
</section>
</main>`,
  )
}

export function serveTicketPages(app: FastifyInstance, { db }: Core): void {
  const misses = perMinute(MISSES_PER_MINUTE)
  app.register((pages, _options, done) => {
    servePageFile(pages, script)
    pages.get<{ Params: { code: string } }>(
      '/t/:code',
      { ...limited(PAGES_PER_MINUTE), schema: { hide: true } },
      async (request, reply) => {
        const { code } = request.params
        if (misses.isFull(request.ip)) return sendTooMany(reply)
        const ticket = isTicket.test(code) ? await ticketOf(db, code) : undefined
        if (!ticket) {
          misses.admits(request.ip, code)
          return sendPublicPage(reply, 404, noticePage('报名不存在', '请检查链接是否完整，或联系会务。'))
        }
        const [meeting, people] = await Promise.all([seatsOf(db, ticket.meetingId), peopleOfSignUp(db, ticket.id)])
        // the page shows codes that open a door
        reply.header('cache-control', 'no-store')
        return sendPublicPage(reply, 200, pageOf(meeting, ticket, people, code))
      },
    )
    done()
  })
}
