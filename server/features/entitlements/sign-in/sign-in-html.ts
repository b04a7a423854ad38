// The HTML of the sign-in of members, in Chinese and English: no script, every text escaped here.
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { escapeHtml } from '#contract/articles/nodes.ts'
import type { VerifyOutcome } from '#contract/entitlements/entitlements.ts'
import { type SubProductKey, subProductOf } from '#contract/sub-products.ts'

export const styleSheet = readFileSync(join(import.meta.dirname, 'page', 'sign-in.css'), 'utf8')
export const STYLE_PATH = '/oidc/sign-in.css'
const styleAddress = `${STYLE_PATH}?v=${hash('sha256', styleSheet, 'base64url').slice(0, 8)}`

export const LANGUAGE_COOKIE = 'oidc_language'
export type Language = 'zh' | 'en'
const isLanguage = (text: string | undefined): text is Language => text === 'zh' || text === 'en'

/** As chosen before, else the first of the browser's languages that there is. */
export function languageOf({ headers, url = '' }: Pick<IncomingMessage, 'headers' | 'url'>): Language {
  const asked = new URLSearchParams(url.split('?')[1]).get('lang') ?? undefined
  if (isLanguage(asked)) return asked
  const chosen = new RegExp(`(?:^|; *)${LANGUAGE_COOKIE}=(zh|en)(?:;|$)`).exec(headers.cookie ?? '')?.[1]
  if (isLanguage(chosen)) return chosen
  const wanted = (headers['accept-language'] ?? '').split(',').map((each) => each.trim().slice(0, 2).toLowerCase())
  return wanted.find(isLanguage) ?? 'zh'
}

/** @param targets where a form may lead in the end, besides here: browsers check redirects too */
export const policyFor = (targets: readonly string[] = []): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    // the captcha
    'img-src data:',
    `form-action 'self' ${[...new Set(targets.map((target) => new URL(target).origin))].join(' ')}`.trimEnd(),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Titles of sub-products are Chinese; in English the page names none. */
const into = (subProduct: SubProductKey) => subProductOf(subProduct).title

const texts = {
  zh: {
    other: 'English',
    title: (subProduct: SubProductKey) => `登录${into(subProduct)}`,
    hint: '使用您的会员账号',
    name: '登录名或手机号码',
    password: '密码',
    captcha: '验证码',
    renew: '换一张',
    submit: '登录',
    missing: '请输入登录名和密码',
    noCaptcha: '请输入验证码',
    wrongCaptcha: '验证码错误或已过期',
    outcomes: {
      ok: '',
      wrong: '登录名或密码错误',
      locked: '账号已锁定，请联系客服',
      expired: '授权已到期，请联系客服续期',
    },
    flood: '操作过于频繁，请稍后再试',
    noAccount: (subProduct: SubProductKey) => `您没有${into(subProduct)}的账号`,
    noAccountText: (name: string) =>
      `您当前登录的账号是 ${name}，尚未开通本产品，或账号已禁用。请联系客服，或使用其他账号登录。`,
    other_account: '使用其他账号登录',
    back: '返回',
    over: '登录已超时',
    overText: '请回到您要使用的产品，重新登录。',
    refused: '不能登录',
    refusedText: '登录请求无效，请回到您要使用的产品重新登录。',
    leave: '退出登录？',
    leaveAll: '退出全部产品',
    leaveOne: (title: string | undefined) => (title ? `只退出${title}` : '保持登录'),
    left: '已退出登录',
    leftText: '可以关闭此页面。',
  },
  en: {
    other: '中文',
    title: () => 'Sign in',
    hint: 'with your member account',
    name: 'Login name or mobile number',
    password: 'Password',
    captcha: 'Characters in the picture',
    renew: 'New picture',
    submit: 'Sign in',
    missing: 'Enter login name and password',
    noCaptcha: 'Enter the characters in the picture',
    wrongCaptcha: 'The characters are wrong or too old',
    outcomes: {
      ok: '',
      wrong: 'Login name or password is wrong',
      locked: 'This account is locked. Please contact us.',
      expired: 'Your access has expired. Please contact us to renew it.',
    },
    flood: 'Too many attempts. Please try again later.',
    noAccount: () => 'You have no account here',
    noAccountText: (name: string) =>
      `You are signed in as ${name}, but have no active account for this product. Please contact us, or use another account.`,
    other_account: 'Use another account',
    back: 'Back',
    over: 'Your sign-in took too long',
    overText: 'Please go back to the product and sign in again.',
    refused: 'Cannot sign in',
    refusedText: 'This request is not correct. Please go back to the product and try again.',
    leave: 'Sign out?',
    leaveAll: 'Sign out of all products',
    leaveOne: () => 'Sign out of this product only',
    left: 'You have signed out',
    leftText: 'You may close this page.',
  },
} as const satisfies Record<Language, unknown>

type Failure = 'missing' | 'noCaptcha' | 'wrongCaptcha' | 'flood' | Exclude<VerifyOutcome, 'ok'>

function failureText(language: Language, failure: Failure | null, until: string): string {
  if (failure === null) return ''
  const { outcomes, ...other } = texts[language]
  if (failure === 'locked' && until !== '')
    return language === 'zh'
      ? `失败次数过多，请于 ${until} 后再试`
      : `Too many attempts. Please try again after ${until}.`
  return failure in outcomes ? outcomes[failure as VerifyOutcome] : other[failure as 'flood']
}

const frame = (language: Language, title: string, body: string, switcher = '') => `<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${styleAddress}">
</head>
<body>
<main>
<header><h1>${escapeHtml(title)}</h1>${switcher}</header>
${body}
</main>
</body>
</html>
`

const paragraph = (text: string) => `<p class="hint">${escapeHtml(text)}</p>`

export type SignInForm = {
  language: Language
  subProduct: SubProductKey
  name: string
  captcha: { key: string; image: string } | null
  failure: Failure | null
  /** `HH:MM`, where a pause ends. */
  until?: string
  /** Keeps the form for another account in front. */
  isOther: boolean
}

export function signInPage({ language, subProduct, name, captcha, failure, until = '', isOther }: SignInForm): string {
  const text = texts[language]
  const other = language === 'zh' ? 'en' : 'zh'
  const more = isOther ? '&amp;other=1' : ''
  const switcher = `<a href="?lang=${other}${more}" lang="${other === 'zh' ? 'zh-CN' : 'en'}">${text.other}</a>`
  const picture = captcha
    ? `<input type="hidden" name="captcha-key" value="${escapeHtml(captcha.key)}">
<div class="captcha"><label>${text.captcha}<input name="captcha-code" maxlength="16" autocomplete="off" autocapitalize="none" spellcheck="false" required></label>
<img src="${captcha.image}" width="132" height="40" alt="${text.captcha}"></div>`
    : ''
  const shown = failureText(language, failure, until)
  const [first, second] = name === '' ? [' autofocus', ''] : ['', ' autofocus']
  return frame(
    language,
    text.title(subProduct),
    `${paragraph(text.hint)}
${shown === '' ? '' : `<p class="failure" role="alert" id="failure">${escapeHtml(shown)}</p>`}
<form method="post"${isOther ? ' action="?other=1"' : ' action="?"'}${shown === '' ? '' : ' aria-describedby="failure"'}>
<label>${text.name}<input name="name" value="${escapeHtml(name)}" maxlength="64" autocomplete="username" autocapitalize="none" spellcheck="false" required${first}></label>
<label>${text.password}<input name="password" type="password" maxlength="64" autocomplete="current-password" required${second}></label>
${picture}
<button type="submit">${text.submit}</button>
${captcha ? `<button type="submit" name="renew" value="1" class="second" formnovalidate>${text.renew}</button>` : ''}
</form>`,
    switcher,
  )
}

/** Of a member who is signed in, in a sub-product without an account. */
export function noAccountPage(language: Language, subProduct: SubProductKey, name: string): string {
  const text = texts[language]
  return frame(
    language,
    text.noAccount(subProduct),
    `${paragraph(text.noAccountText(name))}
<form><button type="submit" name="other" value="1">${text.other_account}</button></form>
<form method="post"><button type="submit" name="leave" value="1" class="second">${text.back}</button></form>`,
  )
}

/** @param error of the protocol */
export function errorPage(language: Language, error: string): string {
  const text = texts[language]
  const isOver = error === 'session_not_found'
  const said = isOver ? text.overText : text.refusedText
  const body = isOver ? paragraph(said) : `${paragraph(said)}<p class="hint">${escapeHtml(error)}</p>`
  return frame(language, isOver ? text.over : text.refused, body)
}

/** @param form of the library, which holds the proof that the page was shown */
export function logoutPage(language: Language, form: string, title: string | undefined): string {
  const text = texts[language]
  const id = /id="([^"]+)"/.exec(form)?.[1] ?? ''
  const button = (attributes: string, label: string) =>
    `<button type="submit" form="${escapeHtml(id)}"${attributes}>${escapeHtml(label)}</button>`
  const all = button(' name="logout" value="yes" autofocus', text.leaveAll)
  return frame(language, text.leave, `${form}${all}${title ? button(' class="second"', text.leaveOne(title)) : ''}`)
}

export const loggedOutPage = (language: Language): string =>
  frame(language, texts[language].left, paragraph(texts[language].leftText))
