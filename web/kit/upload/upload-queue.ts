// The files on their way: two at a time, each with its progress, to be cancelled or tried again. No effect starts or ends
// them: a page that is hidden behind another tab goes on sending.
import { useEffect, useRef, useState } from 'react'
import type { StoredFile, UploadPurpose } from '../../../contract/files.ts'
import { type Upload, uploadFailure, whyNot } from '../../lib/upload.ts'

const AT_ONCE = 2

export type Pending = {
  key: number
  file: File
  state: 'waiting' | 'sending' | 'failed'
  /** From 0 to 1. */
  part: number
  /** Why it failed; `canRetry` is false where the file itself is what is wrong. */
  reason: string
  canRetry: boolean
}

type Given = {
  purpose: UploadPurpose
  send: Upload
  /** A file has arrived. */
  onDone: (file: StoredFile) => void
}

type Work = { key: number; file: File; stop: AbortController }

let lastKey = 0

export function useUploadQueue(props: Given) {
  const [pending, setPending] = useState<readonly Pending[]>([])
  const waiting = useRef<Work[]>([])
  const running = useRef<Work[]>([])
  const given = useRef(props)
  useEffect(() => {
    given.current = props
  })
  const change = (key: number, changes: Partial<Pending>) =>
    setPending((before) => before.map((each) => (each.key === key ? { ...each, ...changes } : each)))
  const drop = (key: number) => setPending((before) => before.filter((each) => each.key !== key))

  async function run({ key, file, stop: { signal } }: Work): Promise<void> {
    const { purpose, send } = given.current
    change(key, { state: 'sending', part: 0 })
    try {
      const stored = await send(file, { purpose, signal, onProgress: (part) => change(key, { part }) })
      if (signal.aborted) return
      drop(key)
      given.current.onDone(stored)
    } catch (failure) {
      if (!signal.aborted) change(key, { state: 'failed', reason: uploadFailure(failure), canRetry: true })
    }
  }

  function next(): void {
    while (running.current.length < AT_ONCE) {
      const work = waiting.current.shift()
      if (!work) return
      running.current.push(work)
      void run(work).finally(() => {
        running.current = running.current.filter((each) => each !== work)
        next()
      })
    }
  }

  function begin(key: number, file: File): void {
    waiting.current.push({ key, file, stop: new AbortController() })
    next()
  }

  return {
    pending,
    add: (files: readonly File[]) => {
      const added = files.map((file): Pending => {
        const reason = whyNot(file, props.purpose)
        lastKey += 1
        const state = reason === null ? 'waiting' : 'failed'
        return { key: lastKey, file, state, part: 0, reason: reason ?? '', canRetry: reason === null }
      })
      setPending((before) => [...before, ...added])
      for (const { key, file, canRetry } of added) if (canRetry) begin(key, file)
    },
    retry: ({ key, file }: Pending) => {
      change(key, { state: 'waiting', part: 0, reason: '' })
      begin(key, file)
    },
    /** Stops it where it is on its way, and takes it off the list. */
    cancel: ({ key }: Pending) => {
      for (const work of running.current) if (work.key === key) work.stop.abort(new Error('cancelled'))
      waiting.current = waiting.current.filter((work) => work.key !== key)
      drop(key)
    },
  }
}
