// DOM host of the kept pages. They render outside the router's location context (`OpenPages`): it changes with every
// switch, and React would scan all pages for consumers. The stable `go` is passed through this store.
import { useLayoutEffect, useState } from 'react'
import { create } from 'zustand'
import { type Go, useGo } from '../use-go.ts'

export type PageHost = { element: HTMLElement; go: Go }

export const usePageHost = create<{ host: PageHost | null }>(() => ({ host: null }))

export function PageHostBox() {
  const go = useGo()
  const [element, setElement] = useState<HTMLElement | null>(null)
  useLayoutEffect(() => {
    if (!element) return
    usePageHost.setState({ host: { element, go } })
    return () => usePageHost.setState({ host: null })
  }, [element, go])
  return <div ref={setElement} className="page-host" />
}
