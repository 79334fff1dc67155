/** What has to be agreed to before a button can be pressed. */
interface ConsentProps {
  readonly testId: string;
  readonly checked: boolean;
  readonly onChange: (agreed: boolean) => void;
  readonly children: string;
}

export function Consent({ testId, checked, onChange, children }: ConsentProps) {
  return (
    <label className="flex items-start gap-2.5 rounded-[10px] bg-warn-deep px-3 py-2.5 text-[0.8125rem] leading-5 text-warn">
      <input
        type="checkbox"
        data-testid={testId}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-0.5 size-4 accent-amber"
      />
      {children}
    </label>
  );
}
