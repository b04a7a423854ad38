// Where the kept pages stand. They are not beneath the router's address (`OpenPages`): it changes with every switch, and React
// would look through all of them for who asks for it. What they need of it never changes, and is handed over here.
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
