// A stop that hangs: how long, and what is said.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { boundedStop } from './stop.ts'

const said: string[] = []
const cutShort = vi.fn()
const begin = () => boundedStop({ say: (line) => said.push(line), cutShort })

beforeEach(() => {
  said.length = 0
  cutShort.mockClear()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a stop', () => {
  it('is cut short after 30 s, and says what it waited for', () => {
    const stop = begin()
    expect(stop.ask()).toBe(true)
    stop.waitFor('数据库')
    vi.advanceTimersByTime(29_999)
    expect(cutShort).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(cutShort).toHaveBeenCalledOnce()
    expect(said).toEqual(['正在停止……', '30 秒内未能停止，不再等待数据库，强制结束'])
  })

  it('is cut short when it is asked for once more, and not by an echo of the first time', () => {
    const stop = begin()
    stop.ask()
    vi.advanceTimersByTime(999)
    expect(stop.ask()).toBe(false)
    expect(cutShort).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(stop.ask()).toBe(false)
    expect(cutShort).toHaveBeenCalledOnce()
    expect(said.at(-1)).toBe('再次收到停止信号，不再等待启动，强制结束')
  })
})
