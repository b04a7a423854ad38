import { useNavigate } from 'react-router'
import { useTexts } from '../texts/texts.ts'
import { StatusPage } from './status-page.tsx'

export default function ForbiddenPage() {
  const { states } = useTexts()
  const navigate = useNavigate()
  const action = { label: states.toHome, onClick: () => void navigate('/', { replace: true }) }
  return <StatusPage code="403" {...states.forbidden} action={action} />
}
