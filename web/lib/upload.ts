// Uploads a file with progress. Bypasses call.ts because fetch reports no upload progress.
import type { Envelope } from '#contract/envelope.ts'
import { errors } from '#contract/errors.ts'
import { fileEndings, type StoredFile, type UploadPurpose, uploadFile } from '#contract/files.ts'
import { FILE_BYTES, LONG_TIMEOUT_MS } from '#contract/limits.ts'
import { failureText, Refusal, Unreachable } from './call.ts'
import { impersonationHeaders } from './session/impersonation.ts'
import { readySession } from './session/refresh.ts'
import { renewHere } from './session/renewer.ts'
import { currentSession, endSession } from './session/session.ts'
import { AUTH_HEADER } from './site.ts'

export type UploadOptions = {
  purpose: UploadPurpose
  /** `part` is from 0 to 1. */
  onProgress?: ((part: number) => void) | undefined
  signal?: AbortSignal | undefined
}

/** Uploads a file. Rejects with `Refusal`, `Unreachable` or the signal's reason; shows no toast. */
export type Upload = (file: File, options: UploadOptions) => Promise<StoredFile>

const MEGABYTE = 1_048_576

/** `2 MB`, `340 KB` */
export const sizeText = (bytes: number): string =>
  bytes >= MEGABYTE ? `${Math.round((bytes / MEGABYTE) * 10) / 10} MB` : `${Math.ceil(bytes / 1024)} KB`

/** Why a file is rejected by size or name before upload; the server checks its content as well. */
export function whyNot({ name, size }: Pick<File, 'name' | 'size'>, purpose: UploadPurpose): string | null {
  const limit = FILE_BYTES[purpose]
  if (size > limit) return `文件不能超过 ${sizeText(limit)}`
  if (size === 0) return '文件是空的'
  const isKnown = fileEndings[purpose].some((ending) => name.toLowerCase().endsWith(ending))
  return isKnown ? null : `不支持此类文件，请选择 ${kindsText[purpose]}`
}

/** Accepted kinds of files for display; `fileEndings` has the extensions. */
export const kindsText: Readonly<Record<UploadPurpose, string>> = {
  avatar: 'PNG、JPG 或 WebP',
  image: 'PNG、JPG、WebP 或 GIF',
  attachment: '图片、PDF、Office 文档、文本、ZIP、MP3 或 MP4',
  import: 'XLSX 或 CSV',
}

/** Message for a failed upload. */
export const uploadFailure = (failure: unknown): string =>
  failure instanceof Refusal || failure instanceof Unreachable ? failureText(failure) : '上传失败，请重试'

function isEnvelope(value: unknown): value is Envelope<unknown> {
  return typeof value === 'object' && value !== null && 'code' in value && 'msg' in value && 'data' in value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function send(file: File, token: string, { purpose, onProgress, signal }: UploadOptions): Promise<Envelope<unknown>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    request.open('POST', `${uploadFile.path}?purpose=${purpose}`)
    request.timeout = LONG_TIMEOUT_MS
    for (const [name, value] of Object.entries({ [AUTH_HEADER]: `bearer ${token}`, ...impersonationHeaders() })) {
      request.setRequestHeader(name, value)
    }
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
    request.onload = () => {
      const reply = parse(request.responseText)
      if (isEnvelope(reply)) resolve(reply)
      else reject(new Unreachable('format', `HTTP ${request.status}`, request.status))
    }
    request.onerror = () => reject(new Unreachable('network', 'upload failed'))
    request.ontimeout = () => reject(new Unreachable('timeout', 'timeout'))
    request.onabort = () => reject(signal?.reason ?? new Unreachable('network', 'aborted'))
    request.onloadend = () => signal?.removeEventListener('abort', abort)
    signal?.addEventListener('abort', abort)
    const form = new FormData()
    form.append('file', file)
    request.send(form)
  })
}

/** contract.md: 120 s. Invalid sizes and extensions are refused here with `tooLarge`, like on the server. */
export const upload: Upload = async (file, options) => {
  options.signal?.throwIfAborted()
  const wrong = whyNot(file, options.purpose)
  if (wrong !== null) throw new Refusal({ code: errors.tooLarge.code, msg: wrong, data: null }, false)
  const session = await readySession(errors.signedOut.text)
  if (!session) throw new Refusal({ code: errors.signedOut.code, msg: errors.signedOut.text, data: null }, true)
  options.signal?.throwIfAborted()
  let reply = await send(file, session.access_token, options)
  if (reply.code === errors.signedOut.code && (await renewHere()))
    reply = await send(file, currentSession()?.access_token ?? '', options)
  const { code, msg, data } = reply
  if (code === 200) return data as StoredFile
  if (code === errors.signedOut.code) endSession({ notice: msg, keepPlace: true, isExpired: true })
  throw new Refusal({ code, msg, data }, code === errors.signedOut.code)
}
