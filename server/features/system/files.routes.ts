// Files over HTTP: uploads, and downloads by signed links.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Access, type Holdings, isAllowed } from '#contract/access.ts'
import { downloadFile, mayUpload, saveOwnAvatar, uploadFile } from '#contract/files.ts'
import { FILE_BYTES } from '#contract/limits.ts'
import { isKeyInUse } from '#server/core/access/api-keys.ts'
import { audit } from '#server/core/audit/audit.ts'
import { type Core, transact } from '#server/core/core.ts'
import { isShownInPage } from '#server/core/files/file-kinds.ts'
import { isLinkGood, keyOfLink } from '#server/core/files/file-links.ts'
import { disposition } from '#server/core/files/file-names.ts'
import { findFile, keepFile, linkTo, openFile, stageFile, tieFiles, tooLarge } from '#server/core/files/files.ts'
import type { ByteRange } from '#server/core/files/storage-contents.ts'
import { orNotFound, refuse } from '#server/core/http/refusal.ts'
import { type Route, serve, serveAct, subProductIn } from '#server/core/http/serve.ts'
import { checkInput } from '#server/core/http/validation.ts'
import type { Export } from '#server/core/sheets/exports.ts'
import { avatarOf, jobOfFile, setAvatar } from './files.queries.ts'

/** `whole`: answer 200; `none`: no byte of the range exists, 416. */
type RequestedRange = ByteRange | 'whole' | 'none'

const pattern = /^bytes=(\d{0,15})-(\d{0,15})$/

/** Range requests (RFC 9110): one range of bytes; requests for several get the whole file. */
function requestedRange(header: string | undefined, size: number): RequestedRange {
  const [, first = '', last = ''] = pattern.exec(header ?? '') ?? []
  if (first === '' && last === '') return 'whole'
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'none' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return 'whole'
  return start >= size ? 'none' : { start, end }
}

const UPLOADS_PER_MINUTE = 120
const DOWNLOADS_PER_MINUTE = 6_000
/** Size of the multipart envelope, in bytes. */
const AROUND_BYTES = 16_384

/** The one file of a form. An aborted or invalid form is a client error. */
async function filePart(request: FastifyRequest, limit: number) {
  if (!request.isMultipart()) throw refuse('wrongType', { msg: '请以表单上传文件' })
  const part = await request.file({ limits: { fileSize: limit + 1, files: 1, fields: 0 } })
  if (!part) throw refuse('invalid', { msg: '请选择文件' })
  return part
}

/** Errors of the plugin and its parser for invalid or aborted forms. */
const isBrokenOff = (error: unknown) =>
  error instanceof Error &&
  (/^(?:FST_|ERR_STREAM_PREMATURE_CLOSE)/.test((error as NodeJS.ErrnoException).code ?? '') ||
    /multipart|^Part terminated|^Malformed part/i.test(error.message))

const uploads = serve(
  uploadFile,
  async ({ query: { purpose }, actor, core, by, request, reply }) => {
    const limit = FILE_BYTES[purpose]
    try {
      if (!mayUpload(purpose, actor)) throw refuse('forbidden')
      // refused before a byte is read, so that nobody uploads 10 GB in vain
      if (Number(request.headers['content-length'] ?? 0) > limit + AROUND_BYTES) throw tooLarge(limit)
      const part = await filePart(request, limit)
      const named = { core, name: part.filename, source: part.file, purpose, ownerId: actor.id }
      const staged = await stageFile(core.db, named)
      const file = await transact(core, async (tx) => {
        const stored = await keepFile(tx, staged)
        const after = { name: stored.name, size: stored.size, type: stored.type, purpose }
        await audit(tx, by, { action: 'file.upload', targetType: 'file', targetId: stored.id, after })
        return stored
      })
      return { ...file, url: linkTo(core, file.id, actor) }
    } catch (error) {
      // close rather than read the rest of the body
      if (!request.raw.complete) reply.header('connection', 'close')
      throw isBrokenOff(error) ? refuse('invalid', { msg: '文件没有传完，请重新上传' }) : error
    }
  },
  { perMinute: UPLOADS_PER_MINUTE, isUpload: true },
)

/** Headers that keep any content from running scripts in the console's origin. */
const contentHeaders = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'accept-ranges': 'bytes',
}

type Link = { user: string; expires: number; signature: string }

/** The access that each export requires, by the name of its job. */
type Exports = ReadonlyMap<string, Access>

/** Whether the person may still run the export that made the file; other files are protected only by their link. */
async function mayStillHave({ db }: Core, exports: Exports, fileId: string, person: Holdings): Promise<boolean> {
  const made = await jobOfFile(db, fileId)
  const access = exports.get(made?.name ?? '')
  return !made || !access || isAllowed(access, person, subProductIn(made.input))
}

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  core: Core,
  exports: Exports,
): Promise<FastifyReply> {
  const { id = '' } = request.params as { id?: string }
  const link = checkInput(downloadFile.query ?? {}, request.query, 'reading') as Link
  const parts = { id, user: link.user, expires: link.expires }
  const isGood = isLinkGood(core.config.secretKey, parts, link.signature)
  const keyId = keyOfLink(link.user)
  const person = isGood && keyId === null ? await core.actors.person(link.user) : null
  const isOfKey = isGood && keyId !== null && (await isKeyInUse(core, keyId))
  if (!person && !isOfKey) throw refuse('forbidden', { msg: '链接已失效，请刷新页面后重试' })
  const file = orNotFound(await findFile(core.db, id))
  if (file.purpose === 'export' && !(person && (await mayStillHave(core, exports, id, person))))
    throw refuse('forbidden', { msg: '您已没有导出这些数据的权限' })
  const tag = `"${file.sha256.slice(0, 32)}"`
  reply.headers({
    ...contentHeaders,
    // the content never changes, but the link expires
    'cache-control': `private, immutable, max-age=${Math.max(0, link.expires - Math.ceil(Date.now() / 1000))}`,
    'content-disposition': disposition(isShownInPage(file.type) ? 'inline' : 'attachment', file.name),
    etag: tag,
  })
  if (request.headers['if-none-match'] === tag) return reply.code(304).send()
  const ifRange = request.headers['if-range']
  const requested =
    ifRange !== undefined && ifRange !== tag ? 'whole' : requestedRange(request.headers.range, file.size)
  if (requested === 'none') return reply.code(416).header('content-range', `bytes */${file.size}`).send()
  const range = requested === 'whole' ? undefined : requested
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
  reply.type(file.type === 'text/plain' ? 'text/plain; charset=utf-8' : file.type)
  reply.header('content-length', range ? range.end - range.start + 1 : file.size)
  if (request.method === 'HEAD') return reply.send()
  const { stream } = await openFile(core, id, range)
  return reply.send(stream)
}

/** Raw: the reply is the file, without envelope. */
const downloads = (exports: Exports): Route => ({
  endpoint: downloadFile,
  options: { perMinute: DOWNLOADS_PER_MINUTE },
  handle: (request, reply, core) => sendFile(request, reply, core, exports),
})

const avatars = serveAct(saveOwnAvatar, async ({ tx, body: { fileId }, files, actor, core, by }) => {
  const before = await avatarOf(tx, actor.id)
  await tieFiles(tx, { type: 'avatar', id: actor.id }, files)
  await setAvatar(tx, actor.id, fileId ?? '')
  const changed = { before: { avatar: before }, after: { avatar: fileId ?? '' } }
  await audit(tx, by, { action: 'user.saveAvatar', targetType: 'user', targetId: actor.id, ...changed })
  return { avatar: fileId === null ? '' : linkTo(core, fileId, actor) }
})

export const fileRoutes = (exports: readonly Export[]): readonly Route[] => [
  uploads,
  downloads(new Map(exports.map(({ job, access }) => [job.name, access]))),
  avatars,
]
