// The public page of a share, over HTTP, by somebody who is not signed in.
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { FreePart } from '#contract/articles/article-labels.ts'
import type { BodyNode } from '#contract/articles/nodes.ts'
import { endShare } from '#contract/sharing/shares.ts'
import { storeFile } from '#server/core/files/files.ts'
import { newsCategories } from '#server/db/schema/catalogue.ts'
import { fileContents, files } from '#server/db/schema/core/files.ts'
import { bodyOf } from '#test/article-factories.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { makeShare, publishArticle, takeDown, writeDraft } from '#test/share-factories.ts'
import { newCode } from './sharing.rules.ts'
import { visitBufferOf } from './visit-buffer.ts'

const server = testServer({ publicUrl: 'https://share.example.com' })
const db = () => server().database.db
let seller: Person

beforeAll(async () => {
  seller = await server().as((await makeRole(db(), 'shareArticles.view', 'shareArticles.takeDown')).code)
})

const get = async (path: string, method = 'GET') => {
  const reply = await fetch(`${server().base}${path}`, { method })
  return { status: reply.status, headers: reply.headers, text: await reply.text() }
}
const publish = async (written: Parameters<typeof publishArticle>[1]) => {
  const articleId = await publishArticle(db(), written)
  const share = await makeShare(db(), seller.id, articleId)
  return { ...share, path: `/s/${share.code}` }
}
const fetchesOf = async (id: string) => {
  await visitBufferOf(server().server.core).flush()
  const { rows } = await server().database.pool.query('select fetches from share_days where share_id = $1', [id])
  return rows[0]?.fetches ?? 0
}
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const picture = () =>
  db().transaction((tx) =>
    storeFile(tx, {
      core: server().server.core,
      name: 'cover.png',
      source: PNG,
      purpose: 'image',
      ownerId: seller.id,
    }),
  )

describe('meetings-visits-sharing.md "public page with the published version, cut after the free part"', () => {
  it('shows title, source, day and the free part, and nothing behind it', async () => {
    const price: BodyNode = {
      type: 'table',
      content: [{ type: 'tableRow', content: [{ type: 'tableCell', content: bodyOf('收费的价格').content ?? [] }] }],
    }
    const text = bodyOf(`第一段${'字'.repeat(200)}`, `第二段${'字'.repeat(200)}`, '收费的第三段').content ?? []
    const { path } = await publish({
      title: '螺纹钢日评',
      source: '本站',
      summary: '价格稳中有涨',
      body: { type: 'doc', content: [price, ...text] },
    })
    const page = await get(path)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    for (const shown of ['<h1>螺纹钢日评</h1>', '本站', '第一段', '第二段', '以上为试读部分']) {
      expect(page.text).toContain(shown)
    }
    expect(page.text).toMatch(/<span>\d{4}-\d\d-\d\d<\/span>/)
    expect(page.text).not.toContain('收费')
  })

  it('follows the category: all of it with its tables, or the summary alone', async () => {
    const of = async (freePart: FreePart) => {
      const [category] = await db()
        .insert(newsCategories)
        .values({ name: `分享可读 ${freePart}`, freePart })
        .returning()
      const content = [...(bodyOf('正文'.repeat(200), '末尾的一段').content ?? []), { type: 'horizontalRule' }]
      const written = { summary: '价格稳中有涨', body: { type: 'doc', content }, newsCategoryId: category?.id ?? '' }
      return (await get((await publish(written)).path)).text
    }
    const whole = await of('whole')
    expect(whole).toContain('末尾的一段')
    expect(whole).not.toContain('以上为试读部分')
    expect(whole).toContain('申请试用，查看行情数据')
    const summary = await of('summary')
    expect(summary).toContain('<p>价格稳中有涨</p>')
    expect(summary).toContain('以上为试读部分')
    expect(summary).toContain('申请试用，阅读全文与行情数据')
    expect(summary).not.toContain('正文')
  })

  it('a version that nobody has passed is not in it', async () => {
    const { path, articleId } = await publish({ title: '已发布的标题', body: bodyOf('已发布的正文') })
    await writeDraft(db(), articleId, { title: '草稿的标题', summary: '草稿的摘要', body: bodyOf('草稿的正文') })
    const { text } = await get(path)
    expect(text).toContain('已发布的正文')
    expect(text).not.toContain('草稿')
  })

  it('escapes titles, summaries and sources', async () => {
    const hostile = '"><script>alert(1)</script>'
    const { path } = await publish({ title: hostile, summary: hostile, source: hostile, body: bodyOf(hostile) })
    const { text } = await get(path)
    expect(text).not.toContain('<script>alert')
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(text).not.toContain('content=""><')
  })

  it('runs only its own script: a policy without inline code, and none in the page', async () => {
    const { path } = await publish({ title: '安全策略' })
    const { headers, text } = await get(path)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("style-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    const scripts = [...text.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag)
    expect(scripts).toHaveLength(1)
    expect(scripts[0]).toMatch(/src="\/s\/-\/page\.js\?v=[\w-]{8}"/)
    expect(text).not.toMatch(/ on\w+=|style=|javascript:/)
    for (const address of text.match(/\/s\/-\/page\.(js|css)\?v=[\w-]+/g) ?? []) {
      const file = await get(address)
      expect(file.status).toBe(200)
      expect(file.headers.get('cache-control')).toContain('immutable')
    }
  })

  it('is not for search engines, and has the card that WeChat shows', async () => {
    const { id } = await picture()
    const { path } = await publish({ title: '卡片', summary: '摘要', coverId: id })
    const { headers, text } = await get(path)
    expect(headers.get('x-robots-tag')).toContain('noindex')
    const url = `https://share.example.com${path}`
    for (const tag of [
      '<meta name="robots" content="noindex, nofollow, noarchive">',
      '<meta property="og:title" content="卡片">',
      '<meta property="og:description" content="摘要">',
      `<meta property="og:url" content="${url}">`,
      `<meta property="og:image" content="${url}/f/${id}">`,
    ]) {
      expect(text).toContain(tag)
    }
  })

  it('sends the cover and the pictures of the free part, and no other file', async () => {
    const [cover, free, sold] = [await picture(), await picture(), await picture()]
    const shown = (fileId: string): BodyNode => ({ type: 'picture', attrs: { fileId } })
    const [one, two, three] = bodyOf('一', '二'.repeat(400), '三').content ?? []
    const { path } = await publish({
      coverId: cover.id,
      body: { type: 'doc', content: [shown(free.id), one, two, three, shown(sold.id)] as BodyNode[] },
    })
    const { text } = await get(path)
    expect(text).toContain(`src="${path}/f/${free.id}" loading="lazy"`)
    for (const { id } of [cover, free]) {
      const sent = await get(`${path}/f/${id}`)
      expect(sent.status).toBe(200)
      expect(sent.headers.get('content-type')).toBe('image/png')
      expect(sent.headers.get('content-security-policy')).toContain("default-src 'none'")
    }
    expect((await get(`${path}/f/${sold.id}`)).status).toBe(404)
    expect((await get(`${path}/f/1%27`)).status).toBe(404)
    expect(await db().$count(files)).toBeGreaterThan(await db().$count(fileContents))
  })
})

describe('meetings-visits-sharing.md "Taken-down articles end their links"', () => {
  it('says that the article is offline, and nothing of it', async () => {
    const { path, articleId } = await publish({ title: '下线的资讯', body: bodyOf('下线的正文') })
    await takeDown(db(), articleId)
    const page = await get(path)
    expect(page.status).toBe(410)
    expect(page.text).toContain('资讯已下架')
    expect(page.text).not.toContain('下线的')
  })

  it('says that the share has ended', async () => {
    const { path, id } = await publish({ title: '不再分享' })
    expect((await seller.call(endShare, { id })).code).toBe(200)
    const page = await get(path)
    expect(page.status).toBe(410)
    expect(page.text).toContain('分享已结束')
    expect(page.text).not.toContain('不再分享')
  })

  it.each([newCode(), 'abc', '0000000000', `${newCode()}x`, '%00%00', "'%20or%201=1"])(
    'a guessed link answers 404: %s',
    async (code) => {
      const page = await get(`/s/${code}`)
      expect(page.status).toBe(404)
      expect(page.text).toContain('链接不存在')
    },
  )
})

describe('meetings-visits-sharing.md "forged or guessed links (404, limited)"', () => {
  it('counts fetches, also with what WeChat adds to the address, but not previews by HEAD', async () => {
    const { path, id } = await publish({})
    expect((await get(`${path}?from=singlemessage&isappinstalled=0`)).status).toBe(200)
    expect((await get(path, 'HEAD')).status).toBe(200)
    expect(await fetchesOf(id)).toBe(1)
  })

  it('after thirty wrong codes within a minute none is looked up, whether right or wrong', async () => {
    const { path } = await publish({ title: '猜不到的' })
    await vi.waitFor(
      async () => {
        for (let n = 0; n < 31; n++) await get(`/s/${newCode()}`)
        expect((await get(`/m/${newCode()}`)).status).not.toBe(429)
        for (const tried of [path, `/s/${newCode()}`]) {
          const page = await get(tried)
          expect(page.status).toBe(429)
          expect(page.text).toContain('访问过于频繁')
        }
      },
      { timeout: 20_000 },
    )
  })

  it('pages are limited by address', async () => {
    const limit = (await get(`/s/${newCode()}`)).headers.get('x-ratelimit-limit')
    expect(limit).toBe('600')
  })
})
