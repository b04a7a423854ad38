// True once `isOn` has lasted for `ms`, so that short waits show nothing and do not flicker.
import { useEffect, useState } from 'react'

/** experience.md: loading shows after this, ms. */
export const SKELETON_AFTER_MS = 200

export function useLate(isOn: boolean, ms: number): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!isOn) return
    const timer = setTimeout(() => setLate(true), ms)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isOn, ms])
  return isOn && late
}
