// The HTML of a share's public page. Every text is escaped here but the article, which comes sanitised.
import { escapeHtml } from '#contract/articles/nodes.ts'
import { publicPage } from '#server/core/http/public-pages.ts'

type Shown = {
  /** Address of its script. */
  script: string
  /** `zh-CN` or `en` */
  lang: string
  code: string
  /** Signed, for its reports. */
  view: string
  /** Address of WeChat's JS-SDK; empty: its card is plain. */
  sdk: string
  title: string
  summary: string
  source: string
  day: string
  /** Whole addresses; the picture's is empty where there is no cover. */
  url: string
  picture: string
  subProduct: string
  html: string
  isCut: boolean
}

const meta = (property: string, content: string) =>
  content === '' ? '' : `<meta property="${property}" content="${escapeHtml(content)}">\n`

/** In Chinese under an English article too. */
const form = ({
  code,
  view,
  sdk,
  subProduct,
  isCut,
}: Shown) => `<section class="apply" lang="zh-CN" aria-labelledby="apply-title">
<h2 id="apply-title">${isCut ? '申请试用，阅读全文与行情数据' : '申请试用，查看行情数据'}</h2>
<p class="hint">留下联系方式，我们会尽快与您联系。</p>
<form id="apply" novalidate data-code="${code}" data-view="${view}" data-sdk="${sdk}" data-sub-product="${escapeHtml(subProduct)}">
<label>公司名称<input name="company" maxlength="100" autocomplete="organization" required></label>
<label>联系人<input name="contact" maxlength="32" autocomplete="name" required></label>
<label>手机号码<input name="mobile" type="tel" inputmode="numeric" maxlength="20" autocomplete="tel-national" required></label>
<label class="tick"><input name="consent" type="checkbox" required><span>我已阅读并同意<a href="/privacy" target="_blank">隐私政策</a></span></label>
<div id="captcha" class="captcha" hidden>
<label>验证码<input name="captcha-code" maxlength="16" autocomplete="off" autocapitalize="none" spellcheck="false"></label>
<button type="button" id="renew" aria-label="换一张验证码"><img id="picture" alt="验证码图片"></button>
</div>
<p id="failure" class="failure" role="alert"></p>
<button type="submit" id="send">提交申请</button>
</form>
<p id="done" class="done" role="status" tabindex="-1" hidden></p>
<noscript><p class="failure">提交申请需要启用浏览器的 JavaScript。</p></noscript>
</section>`

export function articlePage(shown: Shown): string {
  const { script, lang, title, summary, source, day, url, picture, html, isCut } = shown
  const head = `<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(summary)}">
${meta('og:type', 'article')}${meta('og:title', title)}${meta('og:description', summary)}${meta('og:url', url)}${meta('og:image', picture)}
<script src="${script}" defer></script>`
  const facts = [source, day].filter((text) => text !== '').map((text) => `<span>${escapeHtml(text)}</span>`)
  const body = `<main>
<article>
<h1>${escapeHtml(title)}</h1>
<p class="facts">${facts.join('')}</p>
<div class="text${isCut ? ' cut' : ''}">${html || `<p>${escapeHtml(summary)}</p>`}</div>
${isCut ? '<p class="more" lang="zh-CN">以上为试读部分</p>' : ''}
</article>
${form(shown)}
</main>`
  return publicPage(lang, head, body)
}
