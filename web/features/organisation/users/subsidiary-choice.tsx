// Choice of superior and kind of subordination, stored in the address so that it can be shared; the first person until then.
import './subsidiary.css'
import { Segmented } from 'antd'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { type SubordinateType, subordinateLabels, subordinateTypes } from '#contract/organisation/staff-links.ts'
import { UserPicker, useFirstPerson } from '#web/pickers/user-picker.tsx'

type Choice = { userId: string; type: SubordinateType; change: (name: 'userId' | 'type', value: string) => void }

export function useSubsidiaryChoice(): Choice {
  const [address, setAddress] = useSearchParams()
  const given = address.get('userId') ?? ''
  const first = useFirstPerson()
  const type = subordinateTypes.find((each) => String(each) === address.get('type')) ?? 1
  const change: Choice['change'] = (name, value) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true },
    )
  return { userId: /^[1-9]\d{0,18}$/.test(given) ? given : first, type, change }
}

type SubsidiaryChoiceProps = { choice: Choice; label: string; children?: ReactNode }

export function SubsidiaryChoice({ choice, label, children }: SubsidiaryChoiceProps) {
  const { userId, type, change } = choice
  return (
    <div className="choose-bar">
      <label htmlFor="subsidiary-user">{label}</label>
      <UserPicker
        id="subsidiary-user"
        placeholder={`请选择${label}`}
        value={userId || null}
        onChange={(id) => change('userId', id ?? '')}
      />
      <Segmented
        aria-label="类型"
        options={subordinateTypes.map((value) => ({ value, label: subordinateLabels[value] }))}
        value={type}
        onChange={(value) => change('type', String(value))}
      />
      {children}
    </div>
  )
}
