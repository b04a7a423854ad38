// The page of an invitation: what the meeting is, and the sign-up of the person invited.
import { escapeHtml } from '#contract/articles/nodes.ts'
import { dayOf } from '#contract/days.ts'
import { acceptInvitation } from '#contract/meetings/invitations.ts'
import { fullMeetingName } from '#contract/meetings/meeting-labels.ts'
import { ticketPath } from '#contract/meetings/sign-up-codes.ts'
import { signUpStateLabels } from '#contract/meetings/sign-up-labels.ts'
import { publicPage } from '#server/core/http/public-pages.ts'
import type { OpenInvitation } from '../invitations/invitations.queries.ts'
import { closedBecause, isLive } from '../sign-ups/sign-ups.rules.ts'
import { commonFields, consentField, guestForm, signUpScript } from './guest-forms.ts'
import { articleOf, type ShownMeeting } from './meeting-html.ts'

const said = (state: NonNullable<OpenInvitation['state']>, ticket: string): string =>
  state === 'waiting'
    ? '名额已满，您已列入候补；有名额空出时会通知您。'
    : state === 'applied'
      ? '已提交报名，等待会务确认。'
      : `报名状态：${signUpStateLabels[state]}。票号 ${ticket}，签到时请出示。`

export function invitationPage(meeting: ShownMeeting, invited: OpenInvitation, code: string): string {
  const { state, ticket, ticketCode } = invited
  const isIn = state !== null && isLive({ state })
  const closed = closedBecause(meeting, dayOf(Date.now()))
  const lead = `<p>${escapeHtml(invited.company)} ${escapeHtml(invited.name)}：</p>
<p>诚邀您参加本次活动。邀请人：${escapeHtml(invited.inviterName)}。本邀请函仅供您本人报名。</p>`
  const fields = [commonFields(meeting, false), consentField].join('\n')
  const answer = isIn
    ? `<p class="done">${escapeHtml(said(state, ticket ?? ''))}<br><a href="${ticketPath(ticketCode ?? '')}">查看报名和二维码</a></p>`
    : closed === null
      ? guestForm(acceptInvitation.path, code, fields, '确认报名')
      : `<p class="done">${escapeHtml(closed)}</p>`
  return publicPage(
    'zh-CN',
    `<title>${escapeHtml(`邀请函：${fullMeetingName(meeting)}`)}</title>\n<script src="${signUpScript.address}" defer></script>`,
    `<main>
${articleOf(meeting, code, lead)}
<section class="apply" aria-labelledby="apply-title">
<h2 id="apply-title">${isIn ? '您的报名' : '报名'}</h2>
${answer}
</section>
</main>`,
  )
}
