// What guests fill in on the pages of a meeting and of an invitation, as HTML.
import { join } from 'node:path'
import { escapeHtml } from '#contract/articles/nodes.ts'
import { OWN_ANSWER_MAX, type OwnField, signUpFieldLabels } from '#contract/meetings/sign-up-labels.ts'
import { COMPANIONS_MAX, YES_NO } from '#contract/meetings/sign-ups.ts'
import { pageFile } from '#server/core/http/public-pages.ts'
import type { MeetingSeats, Quota } from '../sign-ups/seats.queries.ts'

export const signUpScript = pageFile(
  '/m/-/page.js',
  'text/javascript; charset=utf-8',
  join(import.meta.dirname, 'sign-up-page.js'),
)

const options = (texts: readonly string[]) => texts.map((text) => `<option>${escapeHtml(text)}</option>`).join('')

/** A question of the meeting alone, as its kind is answered. */
function question({ key, label, kind, isRequired, options: choices }: OwnField): string {
  const attributes = `name="answers.${key}"${isRequired ? ' required' : ''}`
  const answers = kind === 'yesNo' ? YES_NO : choices
  const input =
    kind === 'text'
      ? `<input ${attributes} maxlength="${OWN_ANSWER_MAX}">`
      : `<select ${attributes}><option value="">请选择</option>${options(answers)}</select>`
  return `<label>${escapeHtml(label)}${isRequired ? '' : '（选填）'}${input}</label>`
}

/** Nothing to choose where guests have one quota. A full one is offered too: they wait, and know it before they write. */
function quotaField({ quotas, signUpReview }: Pick<Asked, 'quotas' | 'signUpReview'>): string {
  const open = quotas.filter(({ isOpen }) => isOpen)
  if (open.length < 2) {
    const isFull = open.some(({ seats, taken }) => taken >= seats)
    return isFull && !signUpReview ? '<p class="hint">名额已满，现在报名列入候补，有名额空出时通知您。</p>' : ''
  }
  const choices = open.map(
    ({ id, name, seats, taken }) =>
      `<option value="${id}">${escapeHtml(name)}${taken < seats ? '' : '（已满，列入候补）'}</option>`,
  )
  return `<label>参会类型<select name="quotaId">${choices.join('')}</select></label>`
}

const emailField = (isRequired: boolean) =>
  isRequired
    ? '<label>邮箱（接收报名结果和二维码）<input name="email" type="email" maxlength="128" autocomplete="email" required></label>'
    : '<label>邮箱（接收确认通知，选填）<input name="email" type="email" maxlength="128" autocomplete="email"></label>'

type Asked = Pick<MeetingSeats, 'signUpFields' | 'ownFields' | 'signUpReview'> & { quotas: readonly Quota[] }

/** What every guest is asked; of the questions each as the meeting has it. */
export const commonFields = (asked: Asked, isEmailRequired: boolean) =>
  [
    quotaField(asked),
    `<label>随行人员（选填，姓名用顿号隔开，最多 ${COMPANIONS_MAX} 人）<input name="companions" maxlength="700" autocomplete="off"></label>`,
    emailField(isEmailRequired),
    ...asked.signUpFields.map(
      (key) => `<label>${signUpFieldLabels[key]}（选填）<input name="extra.${key}" maxlength="200"></label>`,
    ),
    ...asked.ownFields.map(question),
    '<label>发票抬头（选填）<input name="invoiceTitle" maxlength="100" autocomplete="organization"></label>',
    '<label>税号（选填）<input name="invoiceTax" maxlength="20" autocapitalize="characters"></label>',
  ]
    .filter((html) => html !== '')
    .join('\n')

/** @param action the call that the script sends it to */
export const guestForm = (action: string, code: string, fields: string, verb: string) =>
  `<form id="sign-up" novalidate data-action="${action}" data-code="${code}">
${fields}
<p id="failure" class="failure" role="alert"></p>
<button type="submit" id="send">${verb}</button>
</form>
<p id="done" class="done" role="status" tabindex="-1" hidden></p>
<noscript><p class="failure">报名需要启用浏览器的 JavaScript。</p></noscript>`

/** Whom the page is for besides: those without an invitation. */
export const ownFieldsOfGuest = `<label>姓名<input name="name" maxlength="32" autocomplete="name" required></label>
<label>单位<input name="company" maxlength="100" autocomplete="organization" required></label>
<label>手机号码<input name="mobile" type="tel" inputmode="numeric" maxlength="20" autocomplete="tel-national" required></label>`

export const consentField =
  '<label class="tick"><input name="consent" type="checkbox" required><span>同意主办方将以上信息用于本次会议的联系、签到和开票</span></label>'

export const captchaField = `<div id="captcha" class="captcha" hidden>
<label>验证码<input name="captcha-code" maxlength="16" autocomplete="off" autocapitalize="none" spellcheck="false"></label>
<button type="button" id="renew" aria-label="换一张验证码"><img id="picture" alt="验证码图片"></button>
</div>`
