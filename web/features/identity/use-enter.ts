// From a page of the console's own entry into the console, without loading it again.
import { useNavigate } from 'react-router'
import { BASE } from '../../lib/site.ts'
import { safeRedirect } from './redirect.rules.ts'

/** Goes where the person wanted to, by the same rules as the sign-in page. */
export function useEnter(redirect: string | null): () => void {
  const navigate = useNavigate()
  return () => void navigate(safeRedirect(redirect, location.origin).slice(BASE.length), { replace: true })
}
