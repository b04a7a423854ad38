// The public pages at `/m/{code}`: of a meeting for everybody, and of an invitation for one person.
import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '#contract/articles/nodes.ts'
import { dayOf } from '#contract/days.ts'
import { applyForMeeting } from '#contract/meetings/apply.ts'
import { fullMeetingName } from '#contract/meetings/meeting-labels.ts'
import type { Core } from '#server/core/core.ts'
import { isShownInPage } from '#server/core/files/file-kinds.ts'
import { openFile } from '#server/core/files/files.ts'
import { perMinute } from '#server/core/http/per-minute.ts'
import {
  limited,
  MISSES_PER_MINUTE,
  noticePage,
  publicPage,
  sendPublicPage,
  sendTooMany,
  servePageFile,
} from '#server/core/http/public-pages.ts'
import { orNotFound } from '#server/core/http/refusal.ts'
import type { Db } from '#server/db/connection.ts'
import { isCode } from '#server/features/sharing/sharing.rules.ts'
import { markOpened, openInvitation } from '../invitations/invitations.queries.ts'
import { closedBecause } from '../sign-ups/sign-ups.rules.ts'
import { captchaField, commonFields, consentField, guestForm, ownFieldsOfGuest, signUpScript } from './guest-forms.ts'
import { invitationPage } from './invitation-pages.ts'
import { articleOf, picturesOf, picturesWithin, type ShownMeeting } from './meeting-html.ts'
import { filesOf, meetingOfCode, publicMeeting } from './meeting-page.queries.ts'

/** From one address: guests of a company share one. */
const PAGES_PER_MINUTE = 120
const PICTURES_PER_MINUTE = 1_200
const PICTURE_LIFE_S = 600

async function shownMeeting(db: Db, id: string): Promise<ShownMeeting> {
  const meeting = await publicMeeting(db, id)
  const files = await filesOf(db, picturesOf(meeting))
  return { ...meeting, pictures: picturesWithin(files.filter(({ type }) => isShownInPage(type))) }
}

/** @param hasMail whether a mail can carry the ticket's link */
function meetingPage(meeting: ShownMeeting, code: string, hasMail: boolean): string {
  const closed = closedBecause(meeting, dayOf(Date.now()))
  const fields = [ownFieldsOfGuest, commonFields(meeting, hasMail), consentField, captchaField].join('\n')
  return publicPage(
    'zh-CN',
    `<title>${escapeHtml(fullMeetingName(meeting))}</title>\n<script src="${signUpScript.address}" defer></script>`,
    `<main>
${articleOf(meeting, code)}
<section class="apply" aria-labelledby="apply-title">
<h2 id="apply-title">报名</h2>
${closed === null ? guestForm(applyForMeeting.path, code, fields, '提交报名') : `<p class="done">${escapeHtml(closed)}</p>`}
</section>
</main>`,
  )
}

/** The meeting that a link leads to, an invitation's or its own, and in which state it is; drafts have none. */
async function meetingAt(db: Db, code: string) {
  if (!isCode(code)) return undefined
  const invited = await openInvitation(db, code)
  if (invited) return { id: invited.meetingId, state: invited.meetingState, invited }
  const found = await meetingOfCode(db, code)
  return found && found.state !== 'draft' ? { ...found, invited: undefined } : undefined
}

export function serveMeetingPages(app: FastifyInstance, core: Core): void {
  const { db, config } = core
  const misses = perMinute(MISSES_PER_MINUTE)
  app.register((pages, _options, done) => {
    servePageFile(pages, signUpScript)

    pages.get<{ Params: { code: string } }>(
      '/m/:code',
      { ...limited(PAGES_PER_MINUTE), schema: { hide: true } },
      async (request, reply) => {
        const { code } = request.params
        if (misses.isFull(request.ip)) return sendTooMany(reply)
        const found = await meetingAt(db, code)
        if (!found) {
          misses.admits(request.ip, code)
          return sendPublicPage(reply, 404, noticePage('页面不存在', '请检查链接是否完整，或联系会务。'))
        }
        if (found.state === 'takenDown')
          return sendPublicPage(reply, 410, noticePage('会议已下架', '报名已停止，请联系会务。'))
        const { id, invited } = found
        const meeting = await shownMeeting(db, id)
        if (!invited) return sendPublicPage(reply, 200, meetingPage(meeting, code, config.mail !== undefined))
        if (request.method === 'GET' && invited.openedAt === null) await markOpened(db, invited.id)
        return sendPublicPage(reply, 200, invitationPage(meeting, invited, code))
      },
    )

    // cover and pictures of the text, for whoever has the link
    pages.get<{ Params: { code: string; file: string } }>(
      '/m/:code/f/:file',
      { ...limited(PICTURES_PER_MINUTE), schema: { hide: true } },
      async (request, reply) => {
        const { code, file } = request.params
        if (misses.isFull(request.ip)) return sendTooMany(reply)
        const found = await meetingAt(db, code)
        if (!found) misses.admits(request.ip, code)
        const { pictures } = await shownMeeting(db, orNotFound(found?.state === 'takenDown' ? undefined : found).id)
        const { type, size, stream } = await openFile(core, orNotFound(pictures.has(file) ? file : null))
        reply.headers({ 'cache-control': `public, max-age=${PICTURE_LIFE_S}`, 'content-length': size })
        return reply.type(type).send(stream)
      },
    )
    done()
  })
}
