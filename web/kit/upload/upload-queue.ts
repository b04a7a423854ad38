// The upload queue: two at a time, with progress, cancel and retry. Neither an effect nor antd's `Upload` ends an
// upload: a page that is hidden behind another tab continues to send.
import type { UploadFile, UploadProps } from 'antd'
import { useRef, useState } from 'react'
import type { StoredFile, UploadPurpose } from '#contract/files.ts'
import { type Upload, whyNot } from '#web/lib/upload.ts'

const AT_ONCE = 2

/** `percent` is 0 until its first bytes are sent. */
export type Pending = UploadFile<StoredFile>

type Request = Parameters<NonNullable<UploadProps['customRequest']>>[0]
type Work = { request: Request; stop: AbortController }
type QueueOptions = { purpose: UploadPurpose; send: Upload; onDone: (file: StoredFile) => void }

export function useUploadQueue({ purpose, send, onDone }: QueueOptions) {
  const [pending, setPending] = useState<Pending[]>([])
  const works = useRef(new Map<string, Work>())
  const waiting = useRef<Work[]>([])
  const running = useRef(0)

  async function run({ request, stop: { signal } }: Work): Promise<void> {
    const onProgress = (part: number) => request.onProgress?.({ percent: Math.round(part * 100) })
    if (signal.aborted) return
    try {
      const stored = await send(request.file as File, { purpose, signal, onProgress })
      if (!signal.aborted) request.onSuccess?.(stored)
    } catch (failure) {
      if (!signal.aborted) request.onError?.(failure as Error)
    }
  }

  function next(): void {
    const work = running.current < AT_ONCE ? waiting.current.shift() : undefined
    if (!work) return
    running.current += 1
    void run(work).finally(() => {
      running.current -= 1
      next()
    })
  }

  const customRequest = (request: Request) => {
    const file = request.file as File & { uid: string }
    const work = { request, stop: new AbortController() }
    works.current.set(file.uid, work)
    if (whyNot(file, purpose) !== null) request.onError?.(new Error('refused'))
    else waiting.current.push(work)
    next()
  }
  const drop = ({ uid }: Pending) => {
    works.current.delete(uid)
    setPending((before) => before.filter((each) => each.uid !== uid))
  }
  const put = (file: Pending) =>
    setPending((before) => {
      const isKnown = before.some(({ uid }) => uid === file.uid)
      return isKnown ? before.map((each) => (each.uid === file.uid ? file : each)) : [...before, file]
    })

  return {
    pending,
    /** Props of antd's `Upload`. Its own list is ignored: in a hidden page it is outdated. */
    queue: {
      fileList: pending,
      customRequest,
      onChange: ({ file }: { file: Pending }) => {
        if (!file.response) return put(file)
        drop(file)
        onDone(file.response)
      },
    },
    retry: (file: Pending) => {
      const work = works.current.get(file.uid)
      put({ ...file, status: 'uploading', percent: 0 })
      if (work) customRequest(work.request)
    },
    cancel: (file: Pending) => {
      works.current.get(file.uid)?.stop.abort(new Error('cancelled'))
      drop(file)
    },
  }
}
