// That the page shows one main account alone (`?mainId=`), and the way back to all.
import { Tag } from 'antd'
import { useSearchParams } from 'react-router'

export function NarrowedMain() {
  const [, setAddress] = useSearchParams()
  const handleClear = () =>
    setAddress(
      (now) => {
        const next = new URLSearchParams(now)
        for (const name of ['mainId', 'page']) next.delete(name)
        return next
      },
      { replace: true },
    )
  return (
    <Tag color="processing" closable={{ 'aria-label': '查看全部主账号' }} onClose={handleClear}>
      只看一个主账号
    </Tag>
  )
}
