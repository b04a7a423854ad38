// The text of a picker's row, with the searched text highlighted.

export function MarkedText({ text, needle }: { text: string; needle: string }) {
  const at = needle ? text.toLowerCase().indexOf(needle.toLowerCase()) : -1
  return (
    <span className="picker-row-text">
      {at < 0 ? (
        text
      ) : (
        <>
          {text.slice(0, at)}
          <mark>{text.slice(at, at + needle.length)}</mark>
          {text.slice(at + needle.length)}
        </>
      )}
    </span>
  )
}
