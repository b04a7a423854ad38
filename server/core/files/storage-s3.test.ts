// Files in S3-compatible storage: against a small server on loopback that checks the signature as S3 does.
import { createHash, createHmac, hash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testConfig } from '#test/http.ts'
import { storageOf } from './storage.ts'
import { MissingContent } from './storage-contents.ts'

const SECRET = 'the storage’s secret'
const objects = new Map<string, Buffer>()
const seen: { method: string; length: string | undefined }[] = []
let fake: Server
let failures = 0

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** The signature of version 4, computed from what arrived. */
function isSigned({ method = '', url = '', headers }: IncomingMessage, body: Buffer): boolean {
  const pattern = /Credential=key\/(\d+)\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)/
  const [, day = '', region = '', signed = '', signature] = pattern.exec(headers.authorization ?? '') ?? []
  const sum = String(headers['x-amz-content-sha256'])
  const names = signed.split(';')
  const lines = names.map((name) => `${name}:${headers[name]}\n`).join('')
  const request = [method, url, '', lines, signed, sum].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash('sha256', request, 'hex')].join('\n')
  const dayKey = hmac(`AWS4${SECRET}`, day)
  const key = hmac(hmac(hmac(dayKey, region), 's3'), 'aws4_request')
  const isWhole = sum === 'UNSIGNED-PAYLOAD' || sum === createHash('sha256').update(body).digest('hex')
  return isWhole && region === 'cn-east' && hmac(key, text).toString('hex') === signature
}

beforeAll(async () => {
  fake = createServer(async (request, reply) => {
    const body = await buffer(request)
    const { method = '', url = '' } = request
    seen.push({ method, length: request.headers['content-length'] })
    if (failures > 0) {
      failures -= 1
      reply.writeHead(503).end('SlowDown')
      return
    }
    if (!isSigned(request, body)) {
      reply.writeHead(403).end('SignatureDoesNotMatch')
      return
    }
    const object = objects.get(url)
    if (method === 'PUT') objects.set(url, body)
    else if (!object) reply.statusCode = 404
    else if (method === 'DELETE') objects.delete(url)
    else {
      const [, start = '0', end = ''] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? []
      reply.end(object.subarray(Number(start), end ? Number(end) + 1 : undefined))
      return
    }
    reply.end()
  })
  await new Promise<void>((resolve) => fake.listen(0, '127.0.0.1', resolve))
})
afterAll(() => new Promise((resolve) => fake.close(resolve)))

const dataDir = mkdtempSync(join(tmpdir(), 'files-s3-'))
const open = (secretKey = SECRET) => {
  const { port } = fake.address() as AddressInfo
  const s3 = { endpoint: `http://127.0.0.1:${port}`, bucket: 'console', accessKey: 'key', secretKey, region: 'cn-east' }
  return storageOf(testConfig({ dataDir, s3 }))
}

it('§4 puts contents under their hash, reads them whole and in part, and removes them', async () => {
  const storage = open()
  const content = Buffer.from('储存在别处的内容')
  const sha256 = hash('sha256', content, 'hex')
  const path = await storage.newPath()
  await writeFile(path, content)
  failures = 1 // retried
  await storage.put(sha256, path)
  expect([...objects.keys()]).toEqual([`/console/${sha256.slice(0, 2)}/${sha256}`])
  expect(seen.at(-1)).toEqual({ method: 'PUT', length: String(content.length) })
  expect(existsSync(path)).toBe(false)
  expect(readdirSync(join(dataDir, 'files'))).toEqual(['incoming'])

  expect(await buffer(await storage.read(sha256))).toEqual(content)
  expect(await buffer(await storage.read(sha256, { start: 3, end: 8 }))).toEqual(content.subarray(3, 9))
  await storage.remove(sha256)
  await storage.remove(sha256)
  expect(objects.size).toBe(0)
  await expect(storage.read(sha256)).rejects.toThrow(MissingContent)
})

it('§4 reports the error message of the storage', async () => {
  await expect(open('another secret').read('0'.repeat(64))).rejects.toThrow('S3 GET: HTTP 403 SignatureDoesNotMatch')
})
