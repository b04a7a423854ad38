// A door against a server that takes its time, refuses, or is not there.
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { errors } from '#contract/errors.ts'
import { getHelperSnapshot, type ScanResult, type Snapshot, sendHelperScans } from '#contract/meetings/door.ts'
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
  let marks: ReadonlyMap<string, number> = new Map()
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
    marks: async () => marks,
    mark: async (own) => {
      marks = new Map(own)
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

it('meetings-visits-sharing.md "yellow (again: when, where)": a page loaded anew without a network knows whom it let in', async () => {
  const store = memory()
  const seen: Shown[] = []
  const scan = async (desk: Desk) => {
    await desk.record(code, '', (result) => seen.push(result))
    return seen.at(-1)?.outcome
  }
  const result = { nonce: '', outcome: 'in', name: '门甲', company: '', at: new Date().toISOString(), where: '' }
  answers[sendHelperScans.path] = () => done([result])
  expect(await scan(await openDoor(store)), 'known to the server').toBe('in')
  answers = {}
  expect(await scan(await openDoor(store))).toBe('again')

  answers[getHelperSnapshot.path] = () => done(snapshot())
  const alone = await openDoor(store)
  answers = {}
  expect(await scan(alone), 'the server has taken it back').toBe('in')
  expect(await scan(await openDoor(store)), 'waits to be sent').toBe('again')
})

it('meetings-visits-sharing.md "ends with the list": an ended door lets nobody in, and keeps what waits', async () => {
  const store = memory()
  const desk = await openDoor(store)
  await desk.record(code, '', () => undefined)
  expect(store.scans).toMatchObject([{ code, isLetIn: true }])
  answers[getHelperSnapshot.path] = ended
  await expect(desk.refresh()).rejects.toThrow('签到链接已失效')
  const seen: Shown[] = []
  await expect(desk.record(code, '', (result) => seen.push(result))).rejects.toThrow('签到链接已失效')
  expect(seen).toMatchObject([{ tone: 'bad', outcome: 'refused', name: '门甲' }])
  expect(store.scans).toHaveLength(1)

  answers[getHelperSnapshot.path] = () => done(snapshot())
  await desk.refresh()
  await desk.record(code, '', (result) => seen.push(result))
  expect(seen.at(-1), 'open again').toMatchObject({ outcome: 'again' })
})

it('meetings-visits-sharing.md "ends with the list": what was sent as the door ended is told all the same', async () => {
  const store = memory()
  const desk = await openDoor(store)
  await desk.record(code, '', () => undefined)
  const result = { nonce: store.scans[0]?.nonce, outcome: 'refused', name: '门甲', company: '', at: null, where: '' }
  answers[sendHelperScans.path] = () => done([result])
  answers[getHelperSnapshot.path] = ended
  const sent: ScanResult[] = []
  await expect(desk.flush((results) => sent.push(...results))).rejects.toThrow('签到链接已失效')
  expect(sent).toEqual([result])
  expect(store.scans).toEqual([])
})
