// A door against a server that takes its time, refuses, or is not there.
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { errors } from '#contract/errors.ts'
import { getHelperSnapshot, type Snapshot, sendHelperScans } from '#contract/meetings/door.ts'
import { Desk, type Shown } from './desk.ts'
import type { Kept, Store, Waiting } from './store.ts'

const code = 'DrDrDrDrDrDr2345'
const hash = createHash('sha256').update(code).digest('base64url').slice(0, 11)

const snapshot = (): Snapshot => ({
  meeting: '论坛',
  list: '东门',
  now: new Date().toISOString(),
  endsAt: '2099-01-01T04:00:00+08:00',
  people: `${hash}\t门甲\t1\t`,
})

function memory(): Store & { scans: Waiting[] } {
  let kept: Kept | undefined
  const scans: Waiting[] = []
  return {
    scans,
    read: async () => kept,
    keep: async (next) => {
      kept = next
    },
    forget: async () => {
      kept = undefined
    },
    waiting: async () => [...scans],
    add: async (scan) => scans.push(scan),
    drop: async (nonces) => scans.splice(0, scans.length, ...scans.filter(({ nonce }) => !nonces.includes(nonce))),
  }
}

const done = (data: unknown) => Response.json({ code: 200, success: true, data, msg: '操作成功' })
const ended = () =>
  Response.json({ code: errors.notFound.code, success: false, data: null, msg: '签到链接已失效，请向会务索取新的链接' })

let answers: Record<string, () => Response | Promise<Response>>

beforeEach(() => {
  answers = { [getHelperSnapshot.path]: () => done(snapshot()) }
  vi.stubGlobal('location', { protocol: 'http:', pathname: '/backend/checkin', search: '' })
  vi.stubGlobal('document', { cookie: '', querySelector: () => null })
  vi.stubGlobal('fetch', async (path: string) => {
    const answer = answers[path]
    if (!answer) throw new TypeError('no network')
    return answer()
  })
})
afterEach(() => void vi.unstubAllGlobals())

const openDoor = async (store: Store) => Desk.open({ staff: null, token: 'token' }, store)

it('meetings-visits-sharing.md "Check-in page": a refused scan lets nobody in and does not wait', async () => {
  const store = memory()
  const desk = await openDoor(store)
  answers[sendHelperScans.path] = ended
  const seen: Shown[] = []
  await expect(desk.record(code, '', (result) => seen.push(result))).rejects.toThrow('签到链接已失效')
  expect(seen.at(-1)).toMatchObject({ tone: 'bad', outcome: 'refused', name: '门甲', isWaiting: false })
  expect(store.scans).toEqual([])
})
