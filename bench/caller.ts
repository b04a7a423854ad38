// Calls of the real server by a signed-in person: JSON, uploads, and the ends of jobs.
import { setTimeout } from 'node:timers/promises'
import type { DataOf, Endpoint, Input } from '#contract/endpoint.ts'
import { type StoredFile, uploadFile } from '#contract/files.ts'
import { getJob, isEnded } from '#contract/system/jobs.ts'
import type { Running } from './harness.ts'

const POLL_MS = 25

export function callerOf({ url }: Running, token: string) {
  const headers = { 'console-auth': `bearer ${token}` }
  const answer = async <D>(reply: Response): Promise<D> => {
    const { code, data, msg } = (await reply.json()) as { code: number; data: D; msg: string }
    if (code !== 200) throw new Error(msg)
    return data
  }
  const call = async <E extends Endpoint>({ method, path }: E, input: Input<E>): Promise<DataOf<E>> => {
    const isGet = method === 'GET'
    const address = isGet ? `${url}${path}?${new URLSearchParams(input as Record<string, string>)}` : url + path
    const json = { 'content-type': 'application/json' }
    return answer(
      await fetch(
        address,
        isGet ? { headers } : { method, headers: { ...headers, ...json }, body: JSON.stringify(input) },
      ),
    )
  }
  const bring = async (bytes: Buffer) => {
    const form = new FormData()
    form.append('file', new File([new Uint8Array(bytes)], 'bench.xlsx'))
    return answer<StoredFile>(
      await fetch(`${url}${uploadFile.path}?purpose=import`, { method: 'POST', headers, body: form }),
    )
  }
  const ended = async (id: string) => {
    for (;;) {
      const job = await call(getJob, { id })
      if (isEnded(job.state)) {
        if (job.state !== 'done') throw new Error(job.message)
        return
      }
      await setTimeout(POLL_MS)
    }
  }
  return { call, bring, ended }
}

export type Caller = ReturnType<typeof callerOf>
