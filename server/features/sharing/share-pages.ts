// The public page of a share, `/s/{code}`, with its script, style sheet and pictures. Not calls of the console: WeChat adds
// fields of its own to the address, and what is answered is HTML.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { htmlOf } from '#contract/articles/body.ts'
import { sharePath } from '#contract/sharing/share-codes.ts'
import type { ShareState } from '#contract/sharing/share-labels.ts'
import type { Core } from '#server/core/core.ts'
import { isShownInPage } from '#server/core/files/file-kinds.ts'
import { findFile, openFile } from '#server/core/files/files.ts'
import { showPublicText } from '#server/core/files/rich-text.ts'
import { perMinute } from '#server/core/http/per-minute.ts'
import {
  limited,
  MISSES_PER_MINUTE,
  noticePage,
  originOf,
  pageFile,
  publicStyle,
  sendPublicPage,
  sendTooMany,
  servePageFile,
} from '#server/core/http/public-pages.ts'
import { orNotFound, refuse } from '#server/core/http/refusal.ts'
import { articlePage } from './share-html.ts'
import { findPage, readBody, type SharedPage } from './share-page.queries.ts'
import { freePart, isCode, newView, picturesIn, trialOf } from './sharing.rules.ts'
import { visitBufferOf } from './visit-buffer.ts'

/** From one address: a network of many readers. */
const PAGES_PER_MINUTE = 600
const PICTURES_PER_MINUTE = 3_000
const PICTURE_LIFE_S = 600
/** Of the texts that are kept ready, all together. */
const READY_CHARACTERS = 16_000_000

const script = pageFile(
  '/s/-/page.js',
  'text/javascript; charset=utf-8',
  join(import.meta.dirname, 'page/share-page.js'),
)

/** A CommonJS module, for a page that has no bundler. */
const sdk = pageFile(
  '/s/-/sdk.js',
  'text/javascript; charset=utf-8',
  createRequire(import.meta.url).resolve('weixin-js-sdk'),
  (text) => `;(() => {\nconst module = {}\n${text}\nwindow.wx = module.exports\n})()\n`,
)

const gone: Record<Exclude<ShareState, 'open'>, readonly [title: string, text: string]> = {
  ended: ['分享已结束', '这个链接已停止分享，请联系发给您的人。'],
  offline: ['资讯已下架', '这篇资讯已下架，暂时不能阅读。'],
}

/** The free part of an article, and the file ids of its pictures. */
type FreeText = { html: string; isCut: boolean; pictures: string[] }

/** Kept by version, which never changes: sanitising a text takes longer than all else of its page. */
function freeTextsOf({ db }: Core) {
  const ready = new LRUCache<string, FreeText>({
    maxSize: READY_CHARACTERS,
    sizeCalculation: ({ html }) => html.length + 1,
  })
  return async (code: string, { versionId, freePart: part }: SharedPage): Promise<FreeText> => {
    const key = `${code} ${versionId} ${part}`
    const known = ready.get(key)
    if (known) return known
    const { body, isCut } = freePart(await readBody(db, versionId), part)
    const html = showPublicText(htmlOf(body), (id) => `${sharePath(code)}/f/${id}`)
    const text = { html, isCut, pictures: picturesIn(body) }
    ready.set(key, text)
    return text
  }
}

type Opened = { code: string; origin: string; view: string; hasCard: boolean }

function htmlPage(page: SharedPage, { html, isCut }: FreeText, { code, origin, view, hasCard }: Opened): string {
  const url = `${origin}${sharePath(code)}`
  return articlePage({
    script: script.address,
    code,
    view,
    url,
    isCut,
    sdk: hasCard ? sdk.address : '',
    lang: page.edition === 'en' ? 'en' : 'zh-CN',
    title: page.title,
    summary: page.summary,
    source: page.source,
    day: page.day,
    picture: page.coverId === null ? '' : `${url}/f/${page.coverId}`,
    subProduct: trialOf(page.channels),
    html,
  })
}

export function serveSharePages(app: FastifyInstance, core: Core): void {
  const { db } = core
  const misses = perMinute(MISSES_PER_MINUTE)
  const freeTextOf = freeTextsOf(core)
  app.register((pages, _options, done) => {
    servePageFile(pages, script)
    servePageFile(pages, sdk)
    servePageFile(pages, publicStyle)

    pages.get<{ Params: { code: string } }>(
      '/s/:code',
      { ...limited(PAGES_PER_MINUTE), schema: { hide: true } },
      async (request, reply) => {
        const { code } = request.params
        if (misses.isFull(request.ip)) return sendTooMany(reply)
        const page = isCode(code) ? await findPage(db, code) : undefined
        if (!page) {
          misses.admits(request.ip, code)
          return sendPublicPage(reply, 404, noticePage('链接不存在', '请检查链接是否完整。'))
        }
        if (page.state !== 'open') return sendPublicPage(reply, 410, noticePage(...gone[page.state]))
        const text = await freeTextOf(code, page)
        if (request.method === 'GET') visitBufferOf(core).addFetch(page.id)
        return sendPublicPage(
          reply,
          200,
          htmlPage(page, text, {
            code,
            origin: originOf(core, request),
            view: newView(core.config.secretKey, code, Date.now()),
            hasCard: core.config.wechatMp !== undefined,
          }),
        )
      },
    )

    // the cover and the pictures of the free part, for whoever has the link
    pages.get<{ Params: { code: string; file: string } }>(
      '/s/:code/f/:file',
      { ...limited(PICTURES_PER_MINUTE), schema: { hide: true } },
      async (request, reply) => {
        const { code, file } = request.params
        const page = orNotFound(isCode(code) ? await findPage(db, code) : null)
        if (page.state !== 'open') throw refuse('notFound')
        const { pictures } = await freeTextOf(code, page)
        if (![page.coverId, ...pictures].includes(file)) throw refuse('notFound')
        const { type, size } = orNotFound(await findFile(db, file))
        if (!isShownInPage(type)) throw refuse('notFound')
        reply.headers({ 'cache-control': `public, max-age=${PICTURE_LIFE_S}`, 'content-length': size })
        if (request.method === 'HEAD') return reply.type(type).send()
        const { stream } = await openFile(core, file)
        return reply.type(type).send(stream)
      },
    )
    done()
  })
}
