// A stop that hangs: when it is cut short, and its messages.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { boundedStop } from './stop.ts'

const lines: string[] = []
const cutShort = vi.fn()
const begin = () => boundedStop({ say: (line) => lines.push(line), cutShort })

beforeEach(() => {
  lines.length = 0
  cutShort.mockClear()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a stop', () => {
  it('is cut short after 30 s, and names what it waited for', () => {
    const stop = begin()
    expect(stop.request()).toBe(true)
    stop.waitFor('数据库')
    vi.advanceTimersByTime(29_999)
    expect(cutShort).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(cutShort).toHaveBeenCalledOnce()
    expect(lines).toEqual(['正在停止……', '30 秒内未能停止，不再等待数据库，强制结束'])
  })

  it('is cut short at a second request, but not at an echo of the first', () => {
    const stop = begin()
    stop.request()
    vi.advanceTimersByTime(999)
    expect(stop.request()).toBe(false)
    expect(cutShort).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(stop.request()).toBe(false)
    expect(cutShort).toHaveBeenCalledOnce()
    expect(lines.at(-1)).toBe('再次收到停止信号，不再等待启动，强制结束')
  })
})
