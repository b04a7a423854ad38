CREATE TABLE "complaint_steps" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"complaint_id" bigint NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"step" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"actor_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "complaints" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"enterprise_id" bigint NOT NULL,
	"contact_id" bigint,
	"contact_name" text DEFAULT '' NOT NULL,
	"way" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"content" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"owner_id" bigint NOT NULL,
	"solve_by" date,
	"solution" text DEFAULT '' NOT NULL,
	"solved_at" timestamp(3) with time zone,
	"author_id" bigint NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "complaints_solved" CHECK (("complaints"."state" = 'solved') = ("complaints"."solved_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "complaint_steps" ADD CONSTRAINT "complaint_steps_complaint_id_complaints_id_fk" FOREIGN KEY ("complaint_id") REFERENCES "public"."complaints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaint_steps" ADD CONSTRAINT "complaint_steps_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaints" ADD CONSTRAINT "complaints_enterprise_id_enterprises_id_fk" FOREIGN KEY ("enterprise_id") REFERENCES "public"."enterprises"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaints" ADD CONSTRAINT "complaints_contact_id_enterprise_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."enterprise_contacts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaints" ADD CONSTRAINT "complaints_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaints" ADD CONSTRAINT "complaints_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "complaint_steps_complaint" ON "complaint_steps" USING btree ("complaint_id","id");--> statement-breakpoint
CREATE INDEX "complaints_enterprise" ON "complaints" USING btree ("enterprise_id","at","id");--> statement-breakpoint
CREATE INDEX "complaints_at" ON "complaints" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "complaints_contact" ON "complaints" USING btree ("contact_id");--> statement-breakpoint
CREATE INDEX "complaints_open" ON "complaints" USING btree ("owner_id") WHERE "complaints"."state" <> 'solved';
