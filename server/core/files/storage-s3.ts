// Contents in S3-compatible storage: path-style addresses, which every such server understands, signed by aws4fetch.
import { openAsBlob } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import type { Config } from '#server/config.ts'
import { type Contents, MissingContent } from './storage-contents.ts'

type Settings = NonNullable<Config['s3']>

/** Time for the answer to begin; for an upload, for the whole of it, ms. */
const ANSWER_MS = 20_000
const UPLOAD_MS = 300_000
const RETRIES = 2

/** Names the bucket. */
export const s3Name = ({ endpoint, bucket }: Settings) => `${endpoint}/${bucket}`

export function s3Storage({ endpoint, bucket, accessKey, secretKey, region }: Settings): Contents {
  const client = new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    service: 's3',
    region,
    retries: RETRIES,
    initRetryMs: 100,
  })
  const addressOf = (sha256: string) => `${endpoint}/${bucket}/${sha256.slice(0, 2)}/${sha256}`

  async function ask(method: string, sha256: string, more: RequestInit, limitMs: number): Promise<Response> {
    const stop = new AbortController()
    const timer = setTimeout(() => stop.abort(new Error(`S3 ${method}: no answer in time`)), limitMs)
    try {
      return await client.fetch(addressOf(sha256), { method, redirect: 'error', signal: stop.signal, ...more })
    } finally {
      clearTimeout(timer) // a long download is no fault
    }
  }

  async function expectOk(method: string, reply: Response): Promise<Response> {
    if (reply.ok) return reply
    const detail = (await reply.text()).slice(0, 300)
    throw new Error(`S3 ${method}: HTTP ${reply.status} ${detail}`)
  }

  return {
    put: async (sha256, path) => {
      // the storage checks the content against its name
      const headers = { 'x-amz-content-sha256': sha256 }
      // a blob that stands for the file: its length is known, its content is read as it is sent
      await expectOk('PUT', await ask('PUT', sha256, { headers, body: await openAsBlob(path) }, UPLOAD_MS))
      await rm(path, { force: true })
    },
    read: async (sha256, range) => {
      const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end}` } : {}
      const reply = await ask('GET', sha256, { headers }, ANSWER_MS)
      if (reply.status === 404) throw new MissingContent(sha256)
      const { body } = await expectOk('GET', reply)
      return body ? Readable.fromWeb(body as ReadableStream) : Readable.from([])
    },
    remove: async (sha256) => {
      const reply = await ask('DELETE', sha256, {}, ANSWER_MS)
      if (reply.status !== 404) await expectOk('DELETE', reply)
    },
  }
}
