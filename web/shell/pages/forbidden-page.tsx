import { useNavigate } from 'react-router'
import { usePermissions } from '#web/lib/session/permissions.ts'
import { useTexts } from '../texts/texts.ts'
import { StatusPage } from './status-page.tsx'

export default function ForbiddenPage() {
  const { states } = useTexts()
  const navigate = useNavigate()
  // do not tell an administrator to ask the administrator
  const isAdministrator = usePermissions(({ holdings }) => holdings.isAdministrator)
  const action = { label: states.toHome, onClick: () => void navigate('/', { replace: true }) }
  const text = isAdministrator ? states.withoutMenu : states.forbidden.text
  return <StatusPage code="403" title={states.forbidden.title} text={text} action={action} />
}
