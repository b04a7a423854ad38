// Moves the address. The router's own function changes with every address, and whatever holds it would be drawn anew with
// every switch: all kept pages, the tab strip. This one stays the same; its addresses are absolute.
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
