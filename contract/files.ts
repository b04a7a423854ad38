// Uploads: purposes, sizes and rights; and a person's own picture.
import { type Static, Type } from 'typebox'
import { anonymous, type Holdings, signedIn } from './access.ts'
import { getCall, writeCall } from './endpoint.ts'
import { Fields, Id, Nothing, Nullable, OneOf } from './fields.ts'

/** What a person may upload for. The server makes files of its own for `export`. */
export const uploadPurposes = ['avatar', 'image', 'attachment', 'import'] as const
export type UploadPurpose = (typeof uploadPurposes)[number]
export type FilePurpose = UploadPurpose | 'export'

/**
 * Marks a field of the input that names files. The server resolves them before the handler runs: files that the caller
 * uploaded for this purpose, or that the edited row has already. `missing` is said of others; without it the field's title
 * with a request to upload again.
 */
export const naming = (purpose: UploadPurpose, missing?: string) => ({
  'x-files': purpose,
  ...(missing !== undefined && { 'x-missing': missing }),
})
/** Of pictures in a text. */
export const PICTURES_MISSING = '正文中有图片不存在或已过期，请重新插入'
export const FileId = (purpose: UploadPurpose, title: string) =>
  Type.Unsafe<string>({ ...Id(title), ...naming(purpose) })
export const FileIds = (purpose: UploadPurpose, title: string, maxItems: number) =>
  Type.Array(FileId(purpose, title), { title, maxItems, uniqueItems: true })

/** File extensions by purpose, for the browser's file chooser; the server checks the content instead. */
export const fileEndings: Record<UploadPurpose, readonly string[]> = {
  avatar: ['.png', '.jpg', '.jpeg', '.webp'],
  image: ['.png', '.jpg', '.jpeg', '.webp', '.gif'],
  attachment: [
    ...['.pdf', '.doc', '.docx', '.xls', '.xlsx', '.ppt', '.pptx', '.txt', '.csv', '.zip', '.mp3', '.mp4'],
    ...['.png', '.jpg', '.jpeg', '.webp', '.gif'],
  ],
  import: ['.xlsx', '.csv', '.gz'],
}

const changing: Record<'image' | 'attachment' | 'import', readonly string[]> = {
  image: ['add', 'edit', 'batchAdd', 'batchEdit', 'dateEdit'],
  attachment: ['add', 'edit', 'batchAdd', 'batchEdit', 'dateEdit'],
  import: ['leadingIn', 'closingLeadingIn', 'batchAdd', 'dateEdit'],
}

/**
 * Who may upload for a purpose: everybody their own picture; pictures and attachments with a right to write texts
 * anywhere; sheets with a right to import anywhere. The call that then uses the file checks its own right.
 */
export function mayUpload(purpose: UploadPurpose, { isAdministrator, rights }: Holdings): boolean {
  if (purpose === 'avatar' || isAdministrator) return true
  const aliases = changing[purpose]
  for (const right of rights) if (aliases.includes(right.slice(right.lastIndexOf(':') + 1))) return true
  return false
}

const StoredFile = Type.Object({
  id: Type.String(),
  /** Sanitised, with the extension of the content. */
  name: Type.String(),
  /** Bytes. */
  size: Type.Integer(),
  /** Media type. */
  type: Type.String(),
  /** Pixels, of images. */
  width: Nullable(Type.Integer()),
  height: Nullable(Type.Integer()),
  /** A link for the person who uploaded it, 12 h. */
  url: Type.String(),
})
export type StoredFile = Static<typeof StoredFile>

/** multipart/form-data with one part, the file. Limits and types by purpose: FILE_LIMITS and `fileEndings`. */
export const uploadFile = writeCall('上传文件', '/api/backend/file/upload', signedIn, {
  query: Fields({ purpose: OneOf('用途', uploadPurposes) }),
  data: StoredFile,
})

/** Authorised by the signature: a link is for one person or API key, 12 h. Returns the content, with ranges. */
export const downloadFile = getCall('文件内容（签名链接）', '/api/backend/file/:id', anonymous, {
  query: Fields({
    /** The person the link is for, or an API key as `key7`. */
    user: Type.String({ title: '人员', pattern: '^(?:key)?[1-9][0-9]{0,18}$' }),
    /** Seconds since 1970. */
    expires: Type.Integer({ title: '有效期', minimum: 0 }),
    signature: Type.String({ title: '签名', pattern: '^[A-Za-z0-9_-]{43}$' }),
  }),
  data: Nothing,
})

/** Sets the caller's own picture; null removes it. Returns a link to it. */
export const saveOwnAvatar = writeCall('保存自己的头像', '/api/backend/user/avatar/save', signedIn, {
  body: Fields({ fileId: Nullable(FileId('avatar', '头像')) }),
  data: Type.Object({ avatar: Type.String() }),
})
