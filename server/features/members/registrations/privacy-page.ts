// /privacy: the policy that applicants agree to, from a text file of the company (PRIVACY_FILE).
import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '#contract/articles/nodes.ts'
import type { Core } from '#server/core/core.ts'
import { limited, publicPage, sendPublicPage } from '#server/core/http/public-pages.ts'

const PAGES_PER_MINUTE = 60
const TITLE = '隐私政策'

const ours = `我们收集什么
您提交试用申请时，我们保存您填写的公司名称、联系人、手机号码、邮箱、所在省份和备注，提交的时间和网络地址，以及您从哪个页面或推广链接来到这里。

我们用它做什么
用于与您联系、开通和改进您申请的产品，以及防止重复和虚假的申请。不会出售给他人；除法律要求外，不会提供给与此无关的第三方。

保存多久
在您使用我们的产品期间，以及法律法规要求的期限内保存。申请没有后续合作的，您可以要求删除。

您的权利
您可以要求查询、更正或删除您的信息，或者撤回同意。请拨打与您联系的业务人员的电话，或回复我们发出的邮件提出，我们会在十五个工作日内处理。`

/** Paragraphs are separated by empty lines; a first line of its own, without a full stop, is their heading. */
function htmlOf(text: string): string {
  const paragraphs = text.replace(/\r\n?/g, '\n').split(/\n{2,}/)
  return paragraphs
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => {
      const [first = '', ...rest] = paragraph.split('\n').map(escapeHtml)
      const isHeading = rest.length > 0 && !/[。；，.]$/.test(first)
      return isHeading ? `<h2>${first}</h2>\n<p>${rest.join('<br>')}</p>` : `<p>${[first, ...rest].join('<br>')}</p>`
    })
    .join('\n')
}

export function servePrivacyPage(app: FastifyInstance, { config }: Core): void {
  const page = publicPage(
    'zh-CN',
    `<title>${TITLE}</title>`,
    `<main><article><h1>${TITLE}</h1><div class="text">${htmlOf(config.privacyText ?? ours)}</div></article></main>`,
  )
  app.get('/privacy', { ...limited(PAGES_PER_MINUTE), schema: { hide: true } }, async (_request, reply) =>
    sendPublicPage(reply, 200, page),
  )
}
