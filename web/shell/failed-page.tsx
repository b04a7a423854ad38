import { useNavigate } from 'react-router'
import { StatusPage } from './status-page.tsx'

export default function FailedPage() {
  const navigate = useNavigate()
  const action = { label: '返回首页', onClick: () => void navigate('/', { replace: true }) }
  return <StatusPage code="500" title="服务出错" text="服务器没能完成这次请求，请稍后再试。" action={action} />
}
