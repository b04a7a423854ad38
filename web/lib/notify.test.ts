import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Notifier, notify, setNotifier } from './notify.ts'

const toast = vi.fn<Notifier['toast']>()
let answer: (isYes: boolean) => void = () => undefined
const ask = vi.fn<Notifier['ask']>(
  () =>
    new Promise((resolve) => {
      answer = resolve
    }),
)
const question = { title: '系统提示', text: 'x', ok: '重新登录', cancel: '取消' }

beforeEach(() => {
  vi.useFakeTimers()
  toast.mockClear()
  ask.mockClear()
})
afterEach(() => {
  setNotifier(null)
  vi.advanceTimersByTime(60_000)
  vi.useRealTimers()
})

test('§8 many failures at once give one toast', () => {
  setNotifier({ toast, ask, undoable: vi.fn(), outcomes: vi.fn() })
  for (let at = 0; at < 10; at++) notify.error('登录失效，请重新登录！', 5)
  expect(toast).toHaveBeenCalledExactlyOnceWith('error', '登录失效，请重新登录！', 5)
  vi.advanceTimersByTime(3_000)
  notify.error('登录失效，请重新登录！', 5)
  expect(toast).toHaveBeenCalledTimes(2)
})

test('§8 different messages are all shown, an empty one never', () => {
  setNotifier({ toast, ask, undoable: vi.fn(), outcomes: vi.fn() })
  notify.error('甲')
  notify.error('乙')
  notify.error('')
  expect(toast).toHaveBeenCalledTimes(2)
})

test('§8 messages sent before the notifier is set are shown once it is', () => {
  notify.info('早')
  expect(toast).not.toHaveBeenCalled()
  setNotifier({ toast, ask, undoable: vi.fn(), outcomes: vi.fn() })
  expect(toast).toHaveBeenCalledOnce()
})

test('§8 concurrent askOnce calls share one dialog and its answer', async () => {
  setNotifier({ toast, ask, undoable: vi.fn(), outcomes: vi.fn() })
  const answers = [notify.askOnce(question), notify.askOnce(question), notify.askOnce(question)]
  expect(ask).toHaveBeenCalledOnce()
  answer(true)
  expect(await Promise.all(answers)).toEqual([true, true, true])
  void notify.askOnce(question)
  expect(ask).toHaveBeenCalledTimes(2)
})

test('toasts with undo are never deduplicated', () => {
  const undoable = vi.fn<Notifier['undoable']>()
  setNotifier({ toast, ask, undoable, outcomes: vi.fn() })
  const undo = () => undefined
  notify.undoable('禁用成功', undo)
  notify.undoable('禁用成功', undo)
  expect(undoable.mock.calls).toEqual([
    ['禁用成功', undo],
    ['禁用成功', undo],
  ])
})

test('§8 what became of the rows of an act is delivered once the shell is there', () => {
  const outcomes = vi.fn()
  const rows = [{ id: '1', name: '甲', ok: false, msg: '已停用' }]
  notify.outcomes('提交审核', rows)
  setNotifier({ toast, ask, undoable: vi.fn(), outcomes })
  expect(outcomes).toHaveBeenCalledExactlyOnceWith('提交审核', rows)
})
