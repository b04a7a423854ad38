import { useNavigate } from 'react-router'
import { StatusPage } from './status-page.tsx'

export default function NotFoundPage() {
  const navigate = useNavigate()
  const action = { label: '返回首页', onClick: () => void navigate('/', { replace: true }) }
  return <StatusPage code="404" title="页面不存在" text="地址可能写错了，或者页面已经被移走。" action={action} />
}
