// Which drafts are open in an editor of this browser: those are being written, and are not offered for recovery.
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

type Notice = { kind: 'ask' } | { kind: 'open' | 'closed'; draft: string }

/** Open in this window, and as other windows said. */
const own = new Set<string>()
const store = createStore<{ open: ReadonlySet<string> }>(() => ({ open: new Set() }))
let channel: BroadcastChannel | undefined

const note = (draft: string, isOpen: boolean) =>
  store.setState(({ open }) => {
    const next = new Set(open)
    if (isOpen) next.add(draft)
    else next.delete(draft)
    return { open: next }
  })

function speak(notice: Notice): void {
  if (!channel) {
    channel = new BroadcastChannel('article-drafts')
    channel.onmessage = ({ data }: MessageEvent<Notice>) => {
      if (data.kind === 'ask') for (const draft of own) speak({ kind: 'open', draft })
      else note(data.draft, data.kind === 'open')
    }
  }
  channel.postMessage(notice)
}

/** The drafts that are open; these ones are reported as open while the page is mounted. */
export function useOpenDrafts(drafts: readonly string[]): ReadonlySet<string> {
  const keys = drafts.join(' ')
  useEffect(() => {
    const held = keys.split(' ')
    for (const draft of held) {
      own.add(draft)
      speak({ kind: 'open', draft })
    }
    // forgets windows that crashed: they answer no more
    store.setState({ open: new Set(own) })
    speak({ kind: 'ask' })
    return () => {
      for (const draft of held) {
        own.delete(draft)
        note(draft, false)
        speak({ kind: 'closed', draft })
      }
    }
  }, [keys])
  return useStore(store, ({ open }) => open)
}
