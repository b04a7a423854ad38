// How the gallery shows a part: a section for each, a card for each of its states, the value below.
import './gallery.css'
import { Button } from 'antd'
import { type ReactNode, useId, useState } from 'react'

type PartProps = { id: string; title: string; about: string; isWide?: boolean; children: ReactNode }

export function Part({ id, title, about, isWide = false, children }: PartProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="gallery-part">
      <h2 id={`${id}-title`}>{title}</h2>
      <p>{about}</p>
      <div className="gallery-states" data-wide={isWide || undefined}>
        {children}
      </div>
    </section>
  )
}

/** A button that opens a dialog, which is mounted until it calls `close`. */
export function Opener({ label, children }: { label: string; children: (close: () => void) => ReactNode }) {
  const [isShown, setShown] = useState(false)
  return (
    <>
      <Button onClick={() => setShown(true)}>{label}</Button>
      {isShown && children(() => setShown(false))}
    </>
  )
}

type StateProps<T> = {
  name: string
  first: T
  children: (value: T, onChange: (value: T) => void) => ReactNode
}

export function State<T>({ name, first, children }: StateProps<T>) {
  const [value, setValue] = useState(first)
  const id = useId()
  return (
    <article aria-labelledby={id} className="gallery-state">
      <h3 id={id}>{name}</h3>
      {children(value, setValue)}
      <output>{JSON.stringify(value)}</output>
    </article>
  )
}
