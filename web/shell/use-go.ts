// Stable `navigate`. The router's own changes with every address, which would re-render all kept pages and the tab
// strip at each switch. Only for absolute addresses.
import { useCallback, useLayoutEffect, useRef } from 'react'
import { type NavigateFunction, type NavigateOptions, type To, useNavigate } from 'react-router'

export type Go = (to: To | number, options?: NavigateOptions) => void

const move = (navigate: NavigateFunction, to: To | number, options?: NavigateOptions) =>
  typeof to === 'number' ? navigate(to) : navigate(to, options)

export function useGo(): Go {
  const navigate = useNavigate()
  const latest = useRef(navigate)
  useLayoutEffect(() => {
    latest.current = navigate
  })
  return useCallback((to, options) => void move(latest.current, to, options), [])
}
