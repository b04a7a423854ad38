// Uploads, links to files, and people's own pictures, over HTTP.
import { mkdtempSync, readdirSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Envelope } from '#contract/envelope.ts'
import { type StoredFile, saveOwnAvatar, uploadFile } from '#contract/files.ts'
import { getLoginUserInfo, getUserInfo } from '#contract/identity/own-account.ts'
import { makeLink } from '#server/core/files/file-links.ts'
import { files, fileUses } from '#server/db/schema/core/files.ts'
import { users } from '#server/db/schema/organisation.ts'
import { auditLog } from '#server/db/schema/system/system.ts'
import { makeRole } from '#test/factories.ts'
import { pictures, pngOf, zipOf } from '#test/files.ts'
import { type Person, testServer } from '#test/http.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'upload-'))
const server = testServer({ dataDir })
let writer: Person
let reader: Person
let importer: Person

beforeAll(async () => {
  const { database, as } = server()
  writer = await as((await makeRole(database.db, 'userList.add')).code)
  reader = await as((await makeRole(database.db, 'userList.view')).code)
  importer = await as((await makeRole(database.db, 'userList.leadingIn')).code)
})

type Answer = Envelope<StoredFile> & { status: number }

async function upload(
  person: Person | null,
  purpose: string,
  content: string | Buffer,
  name = 'a.bin',
  headers: Record<string, string> = {},
): Promise<Answer> {
  const form = new FormData()
  form.append('file', new File([typeof content === 'string' ? content : new Uint8Array(content)], name))
  const reply = await fetch(`${server().base}${uploadFile.path}?purpose=${purpose}`, {
    method: 'POST',
    body: form,
    headers: { ...(person && { 'console-auth': person.token }), ...headers },
  })
  return { ...((await reply.json()) as Envelope<StoredFile>), status: reply.status }
}
const get = (url: string, headers: Record<string, string> = {}) => fetch(server().base + url, { headers })

describe('POST /api/backend/file/upload', () => {
  it('§4 returns the file with a link, and records the uploader', async () => {
    const { status, data } = await upload(writer, 'image', pictures.png, '../../价格 走势.jpg')
    expect(status).toBe(200)
    expect(data).toMatchObject({
      name: '价格 走势.png',
      type: 'image/png',
      size: pictures.png.length,
      width: 3,
      height: 2,
    })
    const [row] = await server().database.db.select().from(files).where(eq(files.id, data.id))
    expect(row).toMatchObject({ ownerId: writer.id, purpose: 'image' })
    const [act] = await server()
      .database.db.select()
      .from(auditLog)
      .where(and(eq(auditLog.targetId, data.id), eq(auditLog.action, 'file.upload')))
    expect(act).toMatchObject({ actorId: writer.id, after: { name: '价格 走势.png', purpose: 'image' } })
  })

  it.each(['avatar', 'image', 'attachment'])(
    '§4 of a picture uploaded as %s only the picture is served: a page and an archive behind it are gone',
    async (purpose) => {
      const page = Buffer.from('<!doctype html><script>alert(1)</script>')
      const { data } = await upload(writer, purpose, Buffer.concat([pictures.png, page, zipOf('a.html', 'x')]), 'a.png')
      const reply = await get(data.url)
      expect(reply.headers.get('content-type')).toBe('image/png')
      const served = Buffer.from(await reply.arrayBuffer())
      expect(served.length).toBe(data.size)
      expect(served.subarray(-8).toString('latin1'), 'ends with its end').toContain('IEND')
      expect(served.includes('script') || served.includes('PK')).toBe(false)
      const cut = await upload(writer, purpose, pictures.png.subarray(0, 50), 'a.png')
      expect(cut).toMatchObject({ status: 415, msg: '图片已损坏，无法识别' })
    },
  )

  it('§6 checks rights by purpose: one’s own picture everybody, texts for authors, sheets for importers', async () => {
    const codes = async (person: Person) =>
      Promise.all([
        upload(person, 'avatar', pictures.png),
        upload(person, 'image', pictures.png),
        upload(person, 'attachment', '文'),
        upload(person, 'import', '列,列'),
      ]).then((replies) => replies.map(({ code }) => code))
    expect(await codes(reader)).toEqual([200, 403, 403, 403])
    expect(await codes(writer)).toEqual([200, 200, 200, 403])
    expect(await codes(importer)).toEqual([200, 403, 403, 200])
    expect((await upload(null, 'avatar', pictures.png)).code).toBe(401)
    expect((await upload(writer, 'export', '列,列')).code).toBe(400)
  })

  it.each([
    [
      'a page that calls itself a picture',
      'image',
      '<html><script>alert(1)</script>',
      415,
      '请选择 PNG、JPG、WebP 或 GIF 图片',
    ],
    ['a script with a picture’s name', 'image', '<?php system("id");', 415, '请选择 PNG、JPG、WebP 或 GIF 图片'],
    ['a picture that would flood the memory', 'avatar', pictures.flood, 413, /^图片尺寸过大（60000 × 60000）/],
    ['more than the purpose takes', 'avatar', Buffer.alloc(2 * 1_048_576 + 1), 413, '文件不能超过 2 MB'],
    ['nothing', 'image', '', 400, '文件是空的'],
  ] as const)('§9 refuses %s', async (_what, purpose, content, code, msg) => {
    const reply = await upload(writer, purpose, content, 'a.png')
    expect(reply).toMatchObject({ status: code, code, msg: typeof msg === 'string' ? msg : expect.stringMatching(msg) })
    expect(readdirSync(join(dataDir, 'files/incoming'))).toEqual([])
  })

  it('§9 refuses 10 GB before the first byte', async () => {
    const { base } = server()
    const status = await new Promise((resolve, reject) => {
      const sent = httpRequest(`${base}${uploadFile.path}?purpose=attachment`, {
        method: 'POST',
        headers: {
          'console-auth': writer.token,
          'content-type': 'multipart/form-data; boundary=x',
          'content-length': String(10 * 1_073_741_824),
        },
      })
      sent.on('response', (reply) => resolve(`${reply.statusCode} ${reply.headers.connection}`)).on('error', reject)
      sent.flushHeaders()
    })
    expect(status).toBe('413 close')
  })

  it('§9 keeps nothing of an aborted upload, and the server continues', async () => {
    const { base } = server()
    const { port } = new URL(base)
    const before = await server().database.db.$count(files)
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write(
          `POST ${uploadFile.path}?purpose=image HTTP/1.1\r\nhost: localhost\r\nconsole-auth: ${writer.token}\r\n` +
            'content-type: multipart/form-data; boundary=x\r\ncontent-length: 100000\r\n\r\n' +
            '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nbegun',
          () => setTimeout(() => socket.destroy(), 50),
        )
      })
      socket.on('close', () => resolve())
    })
    await expect.poll(() => readdirSync(join(dataDir, 'files/incoming'))).toEqual([])
    expect(await server().database.db.$count(files)).toBe(before)
    expect((await upload(writer, 'image', pictures.png)).code).toBe(200)
  })

  it.each([
    ['JSON', 'application/json', '{}', 415, '请以表单上传文件'],
    ['a form without a boundary', 'multipart/form-data', 'x', 400, '文件没有传完，请重新上传'],
    [
      'a form that is cut',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="a"; filename="a.png"\r\n\r\nx',
      400,
      '文件没有传完，请重新上传',
    ],
    ['a form without a file', 'multipart/form-data; boundary=x', '--x--\r\n', 400, '请选择文件'],
  ])('§9 refuses %s', async (_what, type, body, code, msg) => {
    const reply = await server().send('POST', `${uploadFile.path}?purpose=image`, body, {
      token: writer.token,
      headers: { 'content-type': type },
    })
    expect(reply).toMatchObject({ status: code, code, msg })
  })
})

describe('GET /api/backend/file/{id}', () => {
  it('§4 shows pictures inline and offers everything else as a download, without a token, without scripts', async () => {
    const picture = (await upload(writer, 'image', pictures.png, '图.png')).data
    const shown = await get(picture.url)
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(pictures.png)
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': `inline; filename="_.png"; filename*=UTF-8''%E5%9B%BE.png`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': expect.stringMatching(/^private, immutable, max-age=4\d{4}$/),
    })
    const text = (await upload(writer, 'attachment', 'a <b onload=1>', 'x"; evil=1\r\n.html')).data
    const handed = await get(text.url)
    expect(await handed.text()).toBe('a <b onload=1>')
    expect(handed.headers.get('content-disposition')).toBe(
      `attachment; filename="x ; evil=1.txt"; filename*=UTF-8''x%20%3B%20evil%3D1.txt`,
    )
    expect(handed.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const again = await get(picture.url, { 'if-none-match': shown.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
  })

  it('§4 sends a file uncompressed, so that its length is known', async () => {
    const { url } = (await upload(writer, 'attachment', '文字'.repeat(1_000), 'n.txt')).data
    const { headers } = await get(url, { 'accept-encoding': 'br, gzip' })
    expect([headers.get('content-length'), headers.get('content-encoding')]).toEqual(['6000', null])
  })

  it('§4 answers ranges', async () => {
    const { url } = (await upload(writer, 'attachment', '0123456789', 'n.txt')).data
    const part = async (range: string, headers: Record<string, string> = {}) => {
      const reply = await get(url, { range, ...headers })
      return [reply.status, reply.headers.get('content-range'), await reply.text()]
    }
    expect(await part('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234'])
    expect(await part('bytes=7-')).toEqual([206, 'bytes 7-9/10', '789'])
    expect(await part('bytes=-2')).toEqual([206, 'bytes 8-9/10', '89'])
    expect(await part('bytes=5-99')).toEqual([206, 'bytes 5-9/10', '56789'])
    expect(await part('bytes=10-')).toEqual([416, 'bytes */10', ''])
    expect(await part('bytes=1-2,4-5')).toEqual([200, null, '0123456789'])
    expect(await part('bytes=4-2')).toEqual([200, null, '0123456789'])
    expect(await part('bytes=0-1', { 'if-range': '"another"' })).toEqual([200, null, '0123456789'])
  })

  it('§9 refuses a link that is forged, expired, another’s, or of somebody who may no longer sign in', async () => {
    const person = await server().as('reviewer')
    const { id, url } = (await upload(person, 'avatar', pictures.png)).data
    const { secretKey } = server().server.core.config
    const status = async (changed: string) => (await get(changed)).status
    const [path = '', query = ''] = url.split('?')
    const changed = (fields: Record<string, string>) =>
      `${path}?${new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(query)), ...fields })}`

    expect(await status(url)).toBe(200)
    expect(await status(changed({ signature: 'x'.repeat(43) }))).toBe(403)
    expect(await status(changed({ user: writer.id }))).toBe(403)
    expect(await status(changed({ expires: '9999999999' }))).toBe(403)
    expect(await status(url.replace(`/${id}?`, '/1?'))).toBe(403)
    expect(await status(makeLink(secretKey, id, person.id, Date.now() - 13 * 3_600_000))).toBe(403)
    expect(await status(path)).toBe(400)
    expect(await status(makeLink(secretKey, '999999', person.id))).toBe(404)
    const other = await server().as('reviewer', { locked: true })
    expect(await status(makeLink(secretKey, id, other.id))).toBe(403)
  })
})

describe('POST /api/backend/user/avatar/save', () => {
  it('§3 §4 sets one’s own picture, shows it in the profile, and removes it', async () => {
    const person = await server().as('reviewer')
    const { db } = server().database
    const usesOf = () => db.select().from(fileUses).where(sql`target_type = 'avatar' and target_id = ${person.id}`)
    const { id } = (await upload(person, 'avatar', pngOf(4, 4))).data
    const { data } = await person.call(saveOwnAvatar, { fileId: id })
    expect((await get(data.avatar)).status).toBe(200)
    expect((await person.call(getLoginUserInfo)).data.avatar).toBe(data.avatar)
    expect((await person.call(getUserInfo)).data.user.avatar).toBe(data.avatar)
    expect(await usesOf()).toEqual([{ fileId: id, targetType: 'avatar', targetId: person.id }])

    expect((await person.call(saveOwnAvatar, { fileId: null })).data).toEqual({ avatar: '' })
    expect((await person.call(getLoginUserInfo)).data.avatar).toBe('')
    expect(await usesOf()).toEqual([])
    const [row] = await db.select({ version: users.version }).from(users).where(eq(users.id, person.id))
    expect(row?.version).toBe(1)
  })

  it('§6 accepts only a picture that the person uploaded for that', async () => {
    const foreign = (await upload(reader, 'avatar', pictures.png)).data.id
    const image = (await upload(writer, 'image', pictures.png)).data.id
    expect(await writer.call(saveOwnAvatar, { fileId: foreign })).toMatchObject({
      code: 400,
      msg: '头像不存在或已过期，请重新上传',
    })
    expect(await writer.call(saveOwnAvatar, { fileId: image })).toMatchObject({ code: 400 })
    expect(await writer.call(saveOwnAvatar, { fileId: '999999' })).toMatchObject({ code: 400 })
  })
})
