// The main button of a list: adds a row; shown to people with the right.
import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ComponentProps, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useActive } from '#web/lib/active.ts'
import { Can } from '../can.tsx'

type AddButtonProps = Pick<ComponentProps<typeof Can>, 'call' | 'on'> & { onClick: () => void; children?: string }

/** An address with `act=add`, to which the menu search leads, presses it once. */
function Add({ onClick, children }: Pick<AddButtonProps, 'onClick'> & { children: string }) {
  const [address, setAddress] = useSearchParams()
  const isActive = useActive()
  const isAsked = isActive && address.get('act') === 'add'
  const press = useRef(onClick)
  press.current = onClick
  useEffect(() => {
    if (!isAsked) return
    setAddress(
      (now) => {
        const rest = new URLSearchParams(now)
        rest.delete('act')
        return rest
      },
      { replace: true },
    )
    press.current()
  }, [isAsked, setAddress])
  return (
    <Button type="primary" icon={<PlusOutlined />} onClick={onClick}>
      {children}
    </Button>
  )
}

export const AddButton = ({ call, on, onClick, children = '新增' }: AddButtonProps) => (
  <Can call={call} on={on}>
    <Add onClick={onClick}>{children}</Add>
  </Can>
)
