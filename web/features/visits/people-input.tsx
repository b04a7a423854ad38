// The people of an enterprise, as rows of a form.
import { Input } from 'antd'
import { Phone } from '#contract/members/contacts.ts'
import { SITE_PEOPLE_MAX, type SitePerson } from '#contract/visits/visit-enterprises.ts'
import { FormRows } from '#web/kit/form/form-rows.tsx'
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

export const PeopleInput = ({ id, value = [], onChange }: PeopleInputProps) => (
  <FormRows
    id={id}
    rows={value}
    blank={{ name: '', role: '', mobile: '' }}
    max={SITE_PEOPLE_MAX}
    addText="添加人员"
    removeText={(at) => `移除第 ${at + 1} 人`}
    className="visit-people"
    rowClassName="visit-person"
    onChange={onChange}
    of={(person, at, change) =>
      keys.map((key) => (
        <Input
          key={key}
          aria-label={`第 ${at + 1} 人${labels[key]}`}
          placeholder={labels[key]}
          maxLength={MAX[key]}
          autoComplete="off"
          {...(key === 'mobile' && { inputMode: 'tel' as const })}
          value={person[key]}
          onChange={(event) => change({ [key]: event.target.value })}
        />
      ))
    }
  />
)
