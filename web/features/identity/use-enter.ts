// Enters the console from its public pages, without a page load.
import { useNavigate } from 'react-router'
import { BASE } from '#web/lib/site.ts'
import { safeRedirect } from './redirect.rules.ts'

/** Navigates to `redirect`, validated like on the sign-in page. */
export function useEnter(redirect: string | null): () => void {
  const navigate = useNavigate()
  return () => void navigate(safeRedirect(redirect, location.origin).slice(BASE.length), { replace: true })
}
