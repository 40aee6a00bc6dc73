import './languages.ts';
import '../main.ts';
