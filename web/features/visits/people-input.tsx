// The people of an enterprise, as rows of a form.
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { Phone } from '../../../contract/members/contacts.ts'
import { SITE_PEOPLE_MAX, type SitePerson } from '../../../contract/visits/visit-enterprises.ts'
import './visits.css'

const MAX = { name: 32, role: 32, mobile: 20 } as const
const labels = { name: '姓名', role: '职务', mobile: '手机号码' } as const
const keys = ['name', 'role', 'mobile'] as const

export const isNobody = (person: SitePerson) => keys.every((key) => person[key].trim() === '')

const phone = new RegExp((Phone as { pattern?: string }).pattern ?? '')

/** What is wrong with the first row that is neither empty nor complete. */
export function problemOfPeople(people: readonly SitePerson[]): string | null {
  for (const [at, person] of people.entries()) {
    if (isNobody(person)) continue
    if (person.name.trim() === '') return `请输入第 ${at + 1} 人的姓名`
    if (!phone.test(person.mobile.trim())) return `第 ${at + 1} 人的手机号码应为11位手机号码或带区号的座机`
  }
  return null
}

type PeopleInputProps = { id?: string; value?: SitePerson[]; onChange?: (people: SitePerson[]) => void }

export function PeopleInput({ id, value = [], onChange }: PeopleInputProps) {
  const change = (at: number, part: Partial<SitePerson>) =>
    onChange?.(value.map((person, place) => (place === at ? { ...person, ...part } : person)))
  return (
    <div id={id} className="visit-people">
      {value.map((person, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no name of their own, and are not sorted
        <div key={at} className="visit-person">
          {keys.map((key) => (
            <Input
              key={key}
              aria-label={`第 ${at + 1} 人${labels[key]}`}
              placeholder={labels[key]}
              maxLength={MAX[key]}
              autoComplete="off"
              {...(key === 'mobile' && { inputMode: 'tel' as const })}
              value={person[key]}
              onChange={(event) => change(at, { [key]: event.target.value })}
            />
          ))}
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={`移除第 ${at + 1} 人`}
            onClick={() => onChange?.(value.filter((_person, place) => place !== at))}
          />
        </div>
      ))}
      <Button
        type="dashed"
        icon={<PlusOutlined />}
        disabled={value.length >= SITE_PEOPLE_MAX}
        onClick={() => onChange?.([...value, { name: '', role: '', mobile: '' }])}
      >
        添加人员
      </Button>
    </div>
  )
}
