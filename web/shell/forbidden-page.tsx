import { useNavigate } from 'react-router'
import { StatusPage } from './status-page.tsx'

export default function ForbiddenPage() {
  const navigate = useNavigate()
  const action = { label: '返回首页', onClick: () => void navigate('/', { replace: true }) }
  return (
    <StatusPage
      code="403"
      title="没有访问权限"
      text="您的角色不能打开这个页面，如有需要请联系管理员。"
      action={action}
    />
  )
}
